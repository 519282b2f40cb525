import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import type { ReviewItem } from '#contract/reviews'
import {
  Alert,
  Button,
  ButtonLink,
  Checkbox,
  Chip,
  EmptyState,
  LoadMore,
  QueryView,
  Select,
} from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { useJustDecided, useReviewFilters } from './filters.ts'
import { reviews } from './queries.ts'
import { UndoBar, useUndo } from './UndoBar.tsx'
import { useKeys } from './use-keys.ts'

/** Submissions that wait for the advisor, oldest first. */
const QueuePage = () => {
  const view = useReviewFilters()
  const navigate = useNavigate()
  const summary = useQuery(reviews.reviewSummary.query())
  const list = useInfiniteQuery(reviews.listReviews.pages({ query: view.filters }))
  const justDecided = useJustDecided()
  const undo = useUndo(view.search)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const accept = useApiMutation(reviews.acceptSeveral, { onSuccess: () => setChosen(new Set()) })
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((x) => x !== id)) : new Set([...before, id]),
    )
  const refused = accept.data?.outcomes.filter((outcome) => !outcome.accepted) ?? []
  const answers = view.filters.show === 'answers'
  const first = list.data?.pages[0]?.items[0]
  const firstPath = first && `${paths.review(first.id)}?${view.search}`
  const begin = () => firstPath && navigate(firstPath)
  useKeys({ n: begin, j: begin })
  return (
    <>
      {justDecided ? <UndoBar decided={justDecided} undo={undo} /> : null}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-text text-lg text-muted">
          {summary.data
            ? inWords(summary.data)
            : 'What your learners have handed in, oldest first.'}
        </p>
        {firstPath ? <ButtonLink to={firstPath}>Start with the oldest</ButtonLink> : null}
      </div>
      <div className="mb-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          id="show"
          label="Show"
          options={[
            { value: '', label: 'Work to review' },
            {
              value: 'answers',
              label: `Replies to read${summary.data?.answers ? ` (${summary.data.answers})` : ''}`,
            },
          ]}
          value={answers ? 'answers' : ''}
          onChange={(event) => view.set('show', event.target.value)}
        />
        <Select
          id="learner"
          label="Learner"
          placeholder="Everyone"
          options={(summary.data?.learners ?? []).map(({ id, name, waiting }) => ({
            value: id,
            label: `${name} (${waiting})`,
          }))}
          value={view.filters.learner ?? ''}
          onChange={(event) => view.set('learner', event.target.value)}
        />
        <Select
          id="quest"
          label="Quest"
          placeholder="All quests"
          options={(summary.data?.quests ?? []).map(({ id, title, waiting }) => ({
            value: id,
            label: `${title} (${waiting})`,
          }))}
          value={view.filters.quest ?? ''}
          onChange={(event) => view.set('quest', event.target.value)}
        />
        <div className="flex items-end pb-2">
          <Checkbox
            id="returned"
            label="Returned before"
            checked={view.filters.returned === 'true'}
            onChange={(event) => view.set('returned', event.target.checked ? 'true' : '')}
          />
        </div>
      </div>
      {accept.isError ? <Alert tone="danger" role="alert" title={messageOf(accept.error)} /> : null}
      {accept.data ? (
        <div className="mb-4">
          <Alert
            tone={refused.length === 0 ? 'success' : 'warning'}
            role="status"
            title={`${accept.data.outcomes.length - refused.length} accepted`}
          >
            {refused.length > 0 ? (
              <ul className="list-disc pl-5 text-ink">
                {refused.map(({ id, message }) => (
                  <li key={id}>
                    <Link to={paths.review(id)} className="link">
                      1 piece
                    </Link>
                    : {message}
                  </li>
                ))}
              </ul>
            ) : null}
          </Alert>
        </div>
      ) : null}
      <QueryView query={list} what="the work" skeleton="h-43">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <Nothing view={view} />
          return (
            <>
              <ul className="space-y-3">
                {items.map((item) => (
                  <Row
                    key={item.id}
                    item={item}
                    search={view.search}
                    isChosen={chosen.has(item.id)}
                    onChoose={answers ? undefined : () => toggle(item.id)}
                  />
                ))}
              </ul>
              <LoadMore list={list} />
              {chosen.size > 0 ? (
                <div className="sticky bottom-[calc(var(--bottom-bar)+16px)] mt-4 flex items-center justify-between gap-4 rounded-card border border-line bg-surface px-4 py-3 shadow-over">
                  <p role="status">{chosen.size === 1 ? '1 piece' : `${chosen.size} pieces`}</p>
                  <Button
                    busy={accept.isPending}
                    onClick={() => accept.mutate({ body: { ids: [...chosen] } })}
                  >
                    Accept
                  </Button>
                </div>
              ) : null}
            </>
          )
        }}
      </QueryView>
    </>
  )
}

type Summary = { waiting: number; median_hours: number | null }

const inWords = ({ waiting, median_hours }: Summary): string => {
  const count = countInWords(waiting)
  if (median_hours === null) return `${count}, oldest first.`
  return `${count}. You decide half of all work within ${timeInWords(median_hours)} (last eight weeks).`
}

const countInWords = (waiting: number): string => {
  if (waiting === 0) return 'Nothing is waiting'
  return waiting === 1 ? '1 piece is waiting' : `${waiting} pieces are waiting`
}

const timeInWords = (hours: number): string => {
  if (hours < 1) return 'less than an hour'
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  const whole = Math.round(hours)
  return whole === 1 ? '1 hour' : `${whole} hours`
}

const Nothing = ({ view }: { view: ReturnType<typeof useReviewFilters> }) =>
  view.isNarrowed ? (
    <EmptyState
      title="Nothing matches these filters"
      action={<Button onClick={view.clear}>Show everything</Button>}
    >
      Other work may still be waiting.
    </EmptyState>
  ) : view.filters.show === 'answers' ? (
    <EmptyState title="No replies to read">
      Learners’ replies to your feedback appear here until you open them.
    </EmptyState>
  ) : (
    <EmptyState
      title="All caught up"
      action={<ButtonLink to={paths.caseload}>Your learners</ButtonLink>}
    >
      Work your learners hand in appears here until you accept or return it.
    </EmptyState>
  )

type RowProps = {
  item: ReviewItem
  search: string
  isChosen: boolean
  onChoose: (() => void) | undefined
}

const Row = ({ item, search, isChosen, onChoose }: RowProps) => {
  const [now] = useState(() => Date.now())
  const { claimed_by, learner, turn } = item
  return (
    <li className="flex items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-low">
      <div className="min-w-0 grow">
        <h2 className="text-lg">
          <Link to={`${paths.review(item.id)}?${search}`} className="link" prefetch="intent">
            {item.task_title}
          </Link>
        </h2>
        <p className="text-muted">
          {learner.first_name} {learner.last_name} · {item.quest_title}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          <span className="text-muted">Handed in {ago(item.submitted_at, now)}</span>
          {item.returned_before ? (
            <Chip tone="warning">Returned before, attempt {item.number}</Chip>
          ) : null}
          {turn === 'learner' ? <Chip>You asked, no reply yet</Chip> : null}
          {claimed_by && !claimed_by.is_own ? <Chip>{claimed_by.name} is reviewing it</Chip> : null}
        </div>
      </div>
      {onChoose && item.opened ? (
        <div className="shrink-0">
          <Checkbox
            id={`choose-${item.id}`}
            label={
              <>
                Accept<span className="visually-hidden"> {item.task_title}</span>
              </>
            }
            checked={isChosen}
            onChange={onChoose}
          />
        </div>
      ) : null}
    </li>
  )
}

export default QueuePage
