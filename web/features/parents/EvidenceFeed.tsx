import { useQuery } from '@tanstack/react-query'

import type { ParentDashboard } from '#contract/parents'
import { Alert, Chip, Markdown, SectionCard } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { dateOf } from '#web/format'

import { childNews } from './queries.ts'

type Piece = ParentDashboard['evidence'][number]

const STATES = {
  submitted: { tone: 'neutral', words: 'Waiting to be read' },
  accepted: { tone: 'success', words: 'Accepted' },
  returned: { tone: 'warning', words: 'Returned' },
  withdrawn: { tone: 'neutral', words: 'Withdrawn' },
} as const satisfies Record<Piece['state'], object>

const BY = {
  self: '',
  parent: ', added by parent',
  advisor: ', added by advisor',
} satisfies Record<Piece['submitter'], string>

type FeedProps = { childId: string; evidence: readonly Piece[]; name: string }

/** Submitted work, unchanged, with the teacher's feedback. */
export const EvidenceFeed = ({ childId, evidence, name }: FeedProps) => {
  const { data: news } = useQuery(childNews(childId))
  const isWaiting = evidence.some(({ state }) => state === 'submitted')
  const isNew = ({ submitted_at, decided_at }: Piece) =>
    news?.since ? submitted_at > news.since || (decided_at ?? '') > news.since : false
  return (
    <SectionCard id="evidence" title="Work handed in">
      {news?.usual_wait && isWaiting ? (
        <p className="mt-1 text-sm text-muted">{news.usual_wait}</p>
      ) : null}
      {evidence.length === 0 ? (
        <p className="mt-2 text-muted">What {name} hands in is shown here.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {evidence.map((piece, index) => (
            <li key={piece.id} className="space-y-3 py-4">
              <div>
                <p className="flex flex-wrap items-center gap-2">
                  <strong>{piece.task_title}</strong>
                  {isNew(piece) ? <Chip tone="brand">New</Chip> : null}
                  <Chip tone={STATES[piece.state].tone}>{STATES[piece.state].words}</Chip>
                </p>
                <p className="text-sm text-muted">
                  {piece.quest_title}, {dateOf(piece.submitted_at)}
                  {BY[piece.submitter]}
                </p>
              </div>
              {piece.comment ? (
                <Alert
                  tone={piece.state === 'returned' ? 'warning' : 'success'}
                  title="The teacher says"
                >
                  <p className="whitespace-pre-line text-ink">{piece.comment}</p>
                </Alert>
              ) : null}
              <details open={index === 0}>
                <summary className="min-h-6 font-semibold">
                  Show the work<span className="visually-hidden">: {piece.task_title}</span>
                </summary>
                <div className="space-y-4 pt-3">
                  <EvidenceBlocks blocks={piece.blocks} />
                  {piece.reflection ? (
                    <div>
                      <h3 className="mb-1 text-base">What I learned</h3>
                      <Markdown text={piece.reflection} />
                    </div>
                  ) : null}
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
