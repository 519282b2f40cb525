import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Annotation, Review, CurrentRecord } from '#contract/reviews'
import { Alert, Button, Card, Markdown, Page, PageHeading } from '#ui'
import { isAnswerLink } from '#web/browser'
import { ago } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { EarlierAttempts } from './EarlierAttempts.tsx'
import { DecisionBar, FeedbackDetails, useDecide } from './FeedbackPanel.tsx'
import { type JustDecided, useJustDecided, filtersIn, useReviewFilters } from './filters.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { PieceNav } from './PieceNav.tsx'
import { PinForm } from './PinForm.tsx'
import { reviews, reviewOf } from './queries.ts'
import { ReviewedEvidence } from './ReviewedEvidence.tsx'
import { CurrentRecords, RevokeAcceptance } from './RevokeAcceptance.tsx'
import { Rubric, TaskDetails } from './TaskDetails.tsx'
import { Thread } from './Thread.tsx'
import { UndoBar, useUndo } from './UndoBar.tsx'
import { useClaim } from './use-claim.ts'
import { useFeedback } from './use-feedback.ts'
import { useKeys } from './use-keys.ts'

export const handle = {
  failed: 'The work could not be loaded',
  missing: {
    title: 'Work not found',
    text: 'You can see only the work of your own learners.',
    action: { to: paths.advisor, label: 'Work to review' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' }, search }) => [
  reviewOf(id, filtersIn(search)),
])

/** A submission next to its task and feedback. */
const ReviewPage = () => {
  const { id = '' } = useParams()
  const { filters } = useReviewFilters()
  const { data: review } = useSuspenseQuery(reviewOf(id, filters))
  return (
    <Page>
      <Piece key={review.id} review={review} />
    </Page>
  )
}

const Piece = ({ review }: { review: Review }) => {
  const { attempt, learner, neighbours, quest, task } = review
  const { filters, search } = useReviewFilters()
  const { state } = useLocation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const justDecided = useJustDecided()
  const feedback = useFeedback(review)
  const comment = useRef<HTMLTextAreaElement>(null)
  const [pinning, setPinning] = useState<Omit<Annotation, 'comment'>>()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [standsOn, setStandsOn] = useState<CurrentRecord[]>()
  const [now] = useState(() => Date.now())
  const isWaiting = attempt.state === 'submitted'
  const refusal = useClaim(review.id, isWaiting)
  const undo = useUndo(search)

  const pathOf = (to: string | null) =>
    to === null ? `${paths.advisor}?${search}` : `${paths.review(to)}?${search}`
  const goTo = (to: string | null, decided?: JustDecided) =>
    navigate(pathOf(to), { state: decided ? { decided } : state })

  const decide = useDecide(review, feedback, (decision, undoUntil) => {
    const name = `${learner.first_name} ${learner.last_name}`
    const decided = { id: review.id, decision, name, task: task.title }
    void goTo(neighbours.next ?? neighbours.previous, {
      ...decided,
      undoUntil: undoUntil ?? new Date().toISOString(),
    })
  })
  const writeComment = () => comment.current?.focus()
  const giveBack = () => {
    if (feedback.comment.trim() === '') writeComment()
    decide.send('returned')
  }
  const undoLast = () => {
    const id = justDecided?.id ?? (review.undo_until ? review.id : undefined)
    if (id) undo.mutate({ params: { id } })
  }
  const next = () => neighbours.next && goTo(neighbours.next)
  const previous = () => neighbours.previous && goTo(neighbours.previous)
  const keys = useKeys({
    n: next,
    j: next,
    p: previous,
    k: previous,
    u: undoLast,
    '?': () => setIsHelpOpen(true),
    ...(isWaiting ? { a: () => decide.send('accepted'), r: giveBack, c: writeComment } : {}),
  })

  useEffect(() => {
    if (isAnswerLink()) comment.current?.focus()
  }, [])

  // Prefetches the next submission.
  const ahead = neighbours.next
  const wanted = JSON.stringify(filters)
  useEffect(() => {
    if (ahead === null) return
    const query = reviews.getReview.query({ params: { id: ahead }, query: JSON.parse(wanted) })
    void cache.prefetchQuery({ ...query, staleTime: 30_000 })
  }, [ahead, cache, wanted])

  const own = review.conversations.find(({ attempt_id }) => attempt_id === review.id)
  const said = own?.events ?? []
  return (
    <>
      <PieceNav neighbours={neighbours} pathOf={pathOf} onHelp={() => setIsHelpOpen(true)} />
      {justDecided && justDecided.id !== review.id ? (
        <UndoBar decided={justDecided} undo={undo} />
      ) : null}
      <PageHeading title={`${task.title} by ${learner.first_name}`}>{task.title}</PageHeading>
      <p className="mt-1 text-lg text-muted">
        {learner.first_name} {learner.last_name} · {quest.title} · attempt {attempt.number} ·{' '}
        {ago(attempt.submitted_at, now)}
      </p>
      {refusal ? (
        <div className="mt-4">
          <Alert tone="warning" role="status" title={refusal} />
        </div>
      ) : null}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-6">
          <Card aria-label="The work" className="space-y-6">
            {attempt.state === 'withdrawn' ? (
              <p className="text-muted">The learner has withdrawn this work.</p>
            ) : null}
            <ReviewedEvidence
              id={review.id}
              blocks={attempt.blocks}
              annotations={
                isWaiting ? feedback.annotations : said.flatMap(({ annotations }) => annotations)
              }
              {...(isWaiting ? { onPin: setPinning } : {})}
            />
            {attempt.reflection ? (
              <div>
                <h2 className="mb-1 text-lg">What {learner.first_name} learned</h2>
                <Markdown text={attempt.reflection} />
              </div>
            ) : null}
          </Card>
          {review.earlier.length > 0 ? (
            <Card aria-label="Earlier attempts">
              <EarlierAttempts review={review} />
            </Card>
          ) : null}
        </div>
        <div className="min-w-0 space-y-6 lg:sticky lg:top-[calc(var(--top-bar)+16px)] lg:max-h-[calc(100dvh-var(--top-bar)-11rem)] lg:overflow-y-auto">
          <Card aria-label="Feedback" className="space-y-4">
            <TaskDetails task={task} isOpen={!isWaiting} />
            <Rubric
              criteria={quest.rubric}
              met={feedback.met}
              {...(isWaiting ? { tick: feedback.tick } : {})}
            />
            {said.length > 0 ? (
              <Thread attemptId={isWaiting ? `${review.id}-before` : review.id} events={said} />
            ) : null}
            {standsOn ? <CurrentRecords records={standsOn} /> : null}
            {isWaiting ? (
              <FeedbackDetails review={review} feedback={feedback} decide={decide} />
            ) : (
              <div className="flex flex-wrap gap-2">
                {review.undo_until ? (
                  <Button
                    variant="secondary"
                    busy={undo.isPending}
                    onClick={() => undo.mutate({ params: { id: review.id } })}
                  >
                    Undo
                  </Button>
                ) : null}
                {attempt.state === 'accepted' ? (
                  <RevokeAcceptance id={review.id} onTakenBack={setStandsOn} />
                ) : null}
              </div>
            )}
          </Card>
        </div>
      </div>
      {isWaiting ? (
        <DecisionBar review={review} feedback={feedback} comment={comment} decide={decide} />
      ) : null}
      <PinForm
        place={pinning}
        onClose={() => setPinning(undefined)}
        onPin={(annotation) => {
          feedback.pin(annotation)
          setPinning(undefined)
        }}
      />
      <KeysHelp open={isHelpOpen} onClose={() => setIsHelpOpen(false)} keys={keys} />
    </>
  )
}

export default ReviewPage
