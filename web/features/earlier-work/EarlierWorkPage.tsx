import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'

import type { LearningRecord } from '#contract/earlier-work'
import { paths } from '#contract/paths'
import { Alert, Card, Page, PageHeading } from '#ui'
import { useUser } from '#views/auth'
import { EvidenceBlocks } from '#views/evidence'
import { useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf, number } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { earlierWork, showEarlierWork } from './queries.ts'

const TITLE = 'Earlier work'

export const handle = {
  failed: 'The work could not be loaded',
  missing: {
    title: 'Work not found',
    text: 'It may have been removed.',
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [showEarlierWork(id)])

/** /earlier-work/{id}: a learner's work on another site, as imported. */
const EarlierWorkPage = () => {
  const { id = '' } = useParams()
  const user = useUser()
  const {
    data: { learner_id, records, may_remove },
  } = useSuspenseQuery(showEarlierWork(id))
  return (
    <Page width="text">
      <PageHeading title={TITLE}>{TITLE}</PageHeading>
      <div className="mt-4 space-y-8">
        <Alert>
          This was imported from another site and has not been reviewed here. It does not count
          towards XP, badges or credits on this site.
        </Alert>
        {records.map((record) => (
          <Earlier key={record.site.url} record={record} />
        ))}
        {may_remove ? (
          <Remove
            id={id}
            backTo={learner_id === user.id ? paths.profile : paths.childConsents(learner_id)}
          />
        ) : null}
      </div>
    </Page>
  )
}

const STATES = {
  submitted: 'Handed in',
  accepted: 'Accepted on that site',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
} satisfies Record<Piece['state'], string>

const Earlier = ({ record }: { record: LearningRecord }) => {
  const { site, person, made_at, xp, quests, badges, credits } = record
  return (
    <section className="space-y-4">
      <header>
        <h2 className="text-2xl">From {site.name}</h2>
        <p className="text-muted">
          {site.url}, of {person}, exported {dateOf(made_at)}. {number(xp)} XP on that site.
        </p>
      </header>
      {credits.length > 0 ? (
        <Card>
          <h3 className="text-lg">Credits on that site</h3>
          <ul className="mt-2">
            {credits.map((each) => (
              <li key={each.subject}>
                {each.subject}: {number(each.credits)}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {badges.length > 0 ? (
        <Card>
          <h3 className="text-lg">Badges on that site</h3>
          <ul className="mt-2">
            {badges.map(({ name, earned_at }) => (
              <li key={`${name} ${earned_at}`}>
                {name}, {dateOf(earned_at)}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {quests.map(({ title, pieces }) => (
        <Card key={title}>
          <h3 className="text-lg">{title}</h3>
          {pieces.map((piece) => (
            <Work key={`${piece.task} ${piece.number}`} piece={piece} />
          ))}
        </Card>
      ))}
      {quests.length === 0 ? <p>Nothing was handed in on that site.</p> : null}
    </section>
  )
}

type Piece = LearningRecord['quests'][number]['pieces'][number]

const Work = ({ piece }: { piece: Piece }) => (
  <article className="mt-4 space-y-3 border-t border-line pt-4">
    <header>
      <h4 className="font-semibold">{piece.task}</h4>
      <p className="text-sm text-muted">
        {STATES[piece.state]}, {dateOf(piece.submitted_at)}
      </p>
    </header>
    <EvidenceBlocks blocks={piece.blocks} />
    <Said label="What I learned" words={piece.reflection} />
    <Said label="Feedback" words={piece.comment} />
  </article>
)

const Said = ({ label, words }: { label: string; words: string | null }) =>
  words ? (
    <div>
      <p className="text-sm font-semibold text-muted">{label}</p>
      <p className="whitespace-pre-wrap">{words}</p>
    </div>
  ) : null

const Remove = ({ id, backTo }: { id: string; backTo: string }) => {
  const navigate = useNavigate()
  const remove = useApiMutation(earlierWork.removeEarlierWork, {
    ends: () => earlierWork.showEarlierWork.query({ params: { id } }).queryKey,
    onSuccess: () => navigate(backTo),
  })
  return (
    <ConfirmButton
      button={{ variant: 'quiet', children: 'Remove this work' }}
      title="Remove this work?"
      action="Remove"
      confirm={() => remove.mutateAsync({ params: { id } })}
      failed="It could not be removed. Please try again."
    >
      <p>
        It will be removed from this site with all its files. Your copy of the ZIP is not affected.
      </p>
    </ConfirmButton>
  )
}

export default EarlierWorkPage
