import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, ButtonLink, SectionCard } from '#ui'
import { concernInWords, nudge } from '#views/advising'
import { WriteButton } from '#views/messages'
import { ago, dayIn, localDay, number, ownTimeZone } from '#web/format'

import {
  anyLearner,
  nextBookings,
  oldestWork,
  reviewSummary,
  safetyCases,
  stuckLearners,
} from './queries.ts'

/** A teacher's day: safety reports, work to read, learners who are stuck, and today's bookings. */
export const TeachersDay = () => (
  <>
    <SafetyCases />
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <WorkToRead />
      <div className="space-y-6">
        <StuckLearners />
        <BookingsToday />
      </div>
    </div>
  </>
)

const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`

const MORE = 'link inline-flex min-h-11 items-center'

/** Renders nothing without open reports. */
const SafetyCases = () => {
  const { data } = useSuspenseQuery(safetyCases)
  const open = data.items.filter(({ state }) => state === 'new' || state === 'seen')
  const [first] = open
  if (!first) return null
  return (
    <Alert tone="danger" title="Before anything else">
      <Link
        to={open.length === 1 ? `${paths.safety}?report=${first.id}` : paths.safety}
        className="link inline-flex min-h-6 items-center"
      >
        {counted(open.length, 'open safety report', 'open safety reports')}, the latest about{' '}
        {first.learner.name}
      </Link>
    </Alert>
  )
}

const WorkToRead = () => {
  const [now] = useState(() => Date.now())
  const { data: summary } = useSuspenseQuery(reviewSummary)
  const { data } = useSuspenseQuery(oldestWork)
  const [oldest] = data.items
  return (
    <SectionCard id="to-read" title="Work to read">
      {oldest ? (
        <>
          <p className="mt-1 text-muted">
            <Link to={paths.advisor} className="link inline-flex min-h-6 items-center">
              {counted(summary.waiting, 'piece', 'pieces')}
            </Link>
            , the oldest handed in {ago(oldest.submitted_at, now)}.
          </p>
          <ul className="mt-3 divide-y divide-line">
            {data.items.map(({ id, learner, task_title, submitted_at, returned_before }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
                <span className="min-w-0">
                  <Link to={paths.review(id)} className="link font-semibold">
                    {task_title}
                  </Link>
                  <span className="block text-sm text-muted">
                    {learner.first_name} {learner.last_name}
                    {returned_before ? ', handed in again' : ''}
                  </span>
                </span>
                <span className="text-sm text-muted">{ago(submitted_at, now)}</span>
              </li>
            ))}
          </ul>
          <p className="mt-4 flex flex-wrap items-center gap-x-5">
            <ButtonLink to={paths.review(oldest.id)} icon={<ArrowRight aria-hidden size={18} />}>
              Start with the oldest
            </ButtonLink>
            {summary.answers > 0 ? (
              <Link to={`${paths.advisor}?show=answers`} className={MORE}>
                {counted(summary.answers, 'reply', 'replies')} to read
              </Link>
            ) : null}
          </p>
        </>
      ) : (
        <NothingToRead answers={summary.answers} />
      )}
    </SectionCard>
  )
}

const NothingToRead = ({ answers }: { answers: number }) => {
  const { data } = useSuspenseQuery(anyLearner)
  if (data.items.length === 0) {
    return (
      <>
        <p className="mt-1 mb-4 text-muted">
          No learners are assigned to you yet: an admin assigns them. You can write a quest in the
          meantime.
        </p>
        <ButtonLink to={paths.authoredQuests}>Quests you write</ButtonLink>
      </>
    )
  }
  return (
    <p className="mt-1 text-muted">
      You have read everything.{' '}
      {answers > 0 ? (
        <Link to={`${paths.advisor}?show=answers`} className="link">
          {counted(answers, 'reply waits', 'replies wait')} for you.
        </Link>
      ) : null}
    </p>
  )
}

const StuckLearners = () => {
  const { data } = useSuspenseQuery(stuckLearners)
  if (data.items.length === 0) return <NobodyStuck />
  return (
    <StuckCard>
      <ul className="mt-2 divide-y divide-line">
        {data.items.map(({ id, first_name, last_name, concerns }) => (
          <li key={id} className="flex items-start justify-between gap-4 py-3">
            <span className="min-w-0">
              <Link to={paths.advisedLearner(id)} className="link font-semibold">
                {first_name} {last_name}
              </Link>
              {concerns.map((concern) => (
                <span key={concern.kind} className="block text-sm text-muted">
                  {concernInWords(concern)}.
                </span>
              ))}
            </span>
            <WriteButton
              to={{ person: id }}
              name={first_name}
              prepared={nudge(first_name, concerns[0]!)}
            />
          </li>
        ))}
      </ul>
    </StuckCard>
  )
}

/** Renders nothing for staff without learners. */
const NobodyStuck = () => {
  const { data } = useSuspenseQuery(anyLearner)
  if (data.items.length === 0) return null
  return (
    <StuckCard>
      <p className="mt-1 text-muted">Nobody, as far as the numbers tell.</p>
    </StuckCard>
  )
}

const StuckCard = ({ children }: { children: ReactNode }) => (
  <SectionCard id="stuck" title="Who may be stuck">
    {children}
    <p className="mt-2">
      <Link to={paths.caseload} className={MORE}>
        All your learners
      </Link>
    </p>
  </SectionCard>
)

const timeOf = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const dayOf = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

const BookingsToday = () => {
  const { data } = useSuspenseQuery(nextBookings)
  const [today] = useState(localDay)
  const booked = data.items.filter(({ state }) => state === 'confirmed')
  const todays = booked.filter(({ starts_at }) => dayIn(starts_at, ownTimeZone()) === today)
  const [next] = booked
  return (
    <SectionCard id="bookings-today" title="Bookings today">
      {todays.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {todays.map(({ id, starts_at, name, video_url }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              <span>
                <strong className="tabular-nums">{timeOf.format(new Date(starts_at))}</strong>{' '}
                <bdi>{name}</bdi>
              </span>
              {video_url ? (
                <a href={video_url} className="link inline-flex min-h-6 items-center">
                  Open the video call
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-muted">
          None today{next ? `; the next is on ${dayOf.format(new Date(next.starts_at))}` : ''}.
        </p>
      )}
      <p className="mt-2">
        <Link to={paths.bookings} className={MORE}>
          {todays.length > 0 ? 'All bookings' : 'Bookings and free hours'}
        </Link>
      </p>
    </SectionCard>
  )
}
