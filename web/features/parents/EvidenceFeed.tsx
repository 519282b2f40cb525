import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ParentDashboard } from '#contract/parents'
import type { FamilyComment } from '#contract/reviews'
import { Alert, Button, Chip, LoadMore, Markdown, SectionCard } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { messageOf } from '#web/api'
import { dateOf } from '#web/format'

import { FamilyComments } from './FamilyComments.tsx'
import { childNews, familyComments, olderWork } from './queries.ts'

type Piece = ParentDashboard['evidence'][number]

/** Pieces that come with the page. */
const FIRST = 12

const STATES = {
  submitted: { tone: 'neutral', words: 'Waiting for review' },
  accepted: { tone: 'success', words: 'Accepted' },
  returned: { tone: 'warning', words: 'Returned' },
  withdrawn: { tone: 'neutral', words: 'Withdrawn' },
} as const satisfies Record<Piece['state'], object>

const BY = {
  self: '',
  parent: ', added by parent',
  advisor: ', added by advisor',
} satisfies Record<Piece['submitter'], string>

type FeedProps = {
  childId: string
  evidence: readonly Piece[]
  name: string
  /** Guardians may; staff who look at the page may not. */
  mayComment: boolean
}

/** Submitted work, unchanged, with the teacher's feedback. */
export const EvidenceFeed = ({ childId, evidence, name, mayComment }: FeedProps) => {
  const { data: news } = useQuery(childNews(childId))
  const { data: said } = useQuery({ ...familyComments(childId), enabled: mayComment })
  const commentsOn = (piece: Piece) =>
    said?.items.filter(({ attempt_id }) => attempt_id === piece.id) ?? null
  const [showsOlder, setShowsOlder] = useState(false)
  const last = evidence.at(-1)
  const list = useInfiniteQuery({
    ...olderWork(childId, last?.submitted_at ?? ''),
    enabled: showsOlder,
  })
  const older = list.data
  const isWaiting = evidence.some(({ state }) => state === 'submitted')
  const isNew = ({ submitted_at, decided_at }: Piece) =>
    news?.since ? submitted_at > news.since || (decided_at ?? '') > news.since : false
  return (
    <SectionCard id="evidence" title="Work handed in">
      {news?.usual_wait && isWaiting ? (
        <p className="mt-1 text-sm text-muted">{news.usual_wait}</p>
      ) : null}
      {evidence.length === 0 ? (
        <p className="mt-2 text-muted">Work that {name} hands in appears here.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {evidence.map((piece, index) => (
            <PieceItem
              key={piece.id}
              piece={piece}
              isNew={isNew(piece)}
              comments={commentsOn(piece)}
              isOpen={index === 0}
            />
          ))}
          {older?.pages.flatMap(({ items }) =>
            items.map((piece) => (
              <PieceItem
                key={piece.id}
                piece={piece}
                isNew={isNew(piece)}
                comments={commentsOn(piece)}
              />
            )),
          )}
        </ul>
      )}
      {last && evidence.length >= FIRST && !showsOlder ? (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" onClick={() => setShowsOlder(true)}>
            Show older work
          </Button>
        </div>
      ) : null}
      {showsOlder ? <LoadMore list={list} /> : null}
      {list.isError ? (
        <Alert tone="danger" role="alert">
          {messageOf(list.error)}
        </Alert>
      ) : null}
    </SectionCard>
  )
}

type PieceProps = {
  piece: Piece
  isNew: boolean
  comments: readonly FamilyComment[] | null
  isOpen?: boolean
}

const PieceItem = ({ piece, isNew, comments, isOpen = false }: PieceProps) => (
  <li className="space-y-3 py-4">
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <strong>{piece.task_title}</strong>
        {isNew ? <Chip tone="brand">New</Chip> : null}
        <Chip tone={STATES[piece.state].tone}>{STATES[piece.state].words}</Chip>
      </p>
      <p className="text-sm text-muted">
        {piece.quest_title}, {dateOf(piece.submitted_at)}
        {BY[piece.submitter]}
      </p>
    </div>
    {piece.comment ? (
      <Alert tone={piece.state === 'returned' ? 'warning' : 'success'} title="The teacher says">
        <p className="whitespace-pre-line text-ink">{piece.comment}</p>
      </Alert>
    ) : null}
    <details open={isOpen}>
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
    {comments ? (
      <FamilyComments attemptId={piece.id} taskTitle={piece.task_title} comments={comments} />
    ) : null}
  </li>
)
