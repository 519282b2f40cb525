import { useInfiniteQuery } from '@tanstack/react-query'
import Video from 'lucide-react/icons/video'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import type { Booking } from '#contract/consultations'
import { canRecordMeeting } from '#rules/consultations'
import { Alert, Button, Chip, Dialog, EmptyState, lazyPart, LoadMore, QueryView, Select } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf, ownTimeZone } from '#web/format'

import { timeIn, dateTimeIn } from './labels.ts'
import { consultations } from './queries.ts'

const CancelForm = lazyPart(() => import('./CancelForm.tsx'), 'CancelForm', 'h-48')
const InviteForm = lazyPart(() => import('./InviteForm.tsx'), 'InviteForm', 'h-48')

const WHEN = [
  { value: 'ahead', label: 'Upcoming' },
  { value: 'over', label: 'Past' },
]

/** The user's or all teachers' consultations, with their actions. */
export const Bookings = ({ of }: { of: 'own' | 'all' }) => {
  const [address, setAddress] = useSearchParams()
  const when = address.get('when') === 'over' ? 'over' : 'ahead'
  const calls = of === 'own' ? consultations.listBookings : consultations.listAllBookings
  const list = useInfiniteQuery(calls.pages({ query: { limit: 20, when } }))
  return (
    <div className="space-y-6">
      <div className="max-w-64">
        <Select
          id="bookings-when"
          label="Show"
          options={WHEN}
          value={when}
          onChange={({ target }) =>
            setAddress(target.value === 'over' ? { when: 'over' } : {}, { replace: true })
          }
        />
      </div>
      <QueryView query={list} what="the consultations" skeleton="h-64">
        {({ pages }) => {
          const bookings = pages.flatMap(({ items }) => items)
          return bookings.length === 0 ? (
            <EmptyState
              title={when === 'ahead' ? 'No upcoming consultations' : 'No past consultations'}
            >
              Consultations confirmed by families appear here.
            </EmptyState>
          ) : (
            <>
              <ul className="space-y-5">
                {bookings.map((booking) => (
                  <Item key={booking.id} booking={booking} showsHost={of === 'all'} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const STATES = {
  held: ['Not confirmed', 'neutral'],
  lapsed: ['Not confirmed', 'neutral'],
  confirmed: ['Booked', 'brand'],
  cancelled: ['Cancelled', 'warning'],
  met: ['Met', 'success'],
  no_show: ['Missed', 'warning'],
} as const satisfies Record<Booking['state'], readonly [string, string]>

/** Outcomes that can be recorded at this time. */
const outcomesAt = (startsAt: string, now: Date) => {
  const met = canRecordMeeting(startsAt, now) ? (['met'] as const) : []
  const missed = startsAt <= now.toISOString() ? (['no_show'] as const) : []
  return [...met, ...missed]
}

type Asked = 'cancel' | 'invite'

const Item = ({ booking, showsHost }: { booking: Booking; showsHost: boolean }) => {
  const { id, name, email, host, starts_at, notes, state } = booking
  const [now] = useState(() => new Date())
  const [asked, setAsked] = useState<Asked>()
  const settle = useApiMutation(consultations.settleBooking)
  const timeZone = ownTimeZone()
  const [label, tone] = STATES[state]
  const outcomes = state === 'cancelled' ? [] : outcomesAt(starts_at, now)
  const close = () => setAsked(undefined)
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface p-5 shadow-low sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg">
          <bdi>{name}</bdi>
        </h2>
        <Chip tone={tone}>{label}</Chip>
        {booking.invited_at ? (
          <Chip tone="success">Invited on {dateOf(booking.invited_at)}</Chip>
        ) : null}
      </div>
      <p>
        {dateTimeIn(starts_at, timeZone)}
        {showsHost ? (
          <>
            , with <bdi>{host?.name ?? 'a teacher who has left'}</bdi>
          </>
        ) : null}
        {booking.time_zone === timeZone ? null : (
          <span className="text-muted">
            {' '}
            ({timeIn(starts_at, booking.time_zone)} for the family, {booking.time_zone})
          </span>
        )}
      </p>
      <p>
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      </p>
      {notes ? (
        <blockquote className="border-l-4 border-line pl-4 whitespace-pre-line">{notes}</blockquote>
      ) : null}
      {state === 'cancelled' ? (
        <p className="text-muted">
          {booking.who_cancelled === 'host'
            ? ['Cancelled by the teacher', booking.cancelled_because].filter(Boolean).join(': ')
            : 'Cancelled by the family.'}
        </p>
      ) : null}
      {booking.first_plan.length > 0 ? (
        <p className="text-muted">
          Suggested first quests: {booking.first_plan.map(({ title }) => title).join(', ')}
        </p>
      ) : null}
      {settle.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(settle.error)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {state === 'confirmed' && booking.video_url ? (
          <a
            href={booking.video_url}
            className="link inline-flex min-h-9 items-center gap-2 pointer-coarse:min-h-11"
          >
            <Video aria-hidden size={18} /> Open the video call
          </a>
        ) : null}
        {outcomes
          .filter((outcome) => outcome !== state)
          .map((outcome) => (
            <Button
              key={outcome}
              size="small"
              variant={outcome === 'met' ? 'primary' : 'secondary'}
              busy={settle.isPending && settle.variables.body.outcome === outcome}
              onClick={() => settle.mutate({ params: { id }, body: { outcome } })}
            >
              {outcome === 'met' ? 'We have met' : 'They did not come'}
              <span className="visually-hidden">: {name}</span>
            </Button>
          ))}
        {state === 'met' ? (
          <Button size="small" onClick={() => setAsked('invite')}>
            {booking.invited_at ? 'Invite again' : 'Invite the family'}
            <span className="visually-hidden">: {name}</span>
          </Button>
        ) : null}
        {state === 'confirmed' ? (
          <Button size="small" variant="danger" onClick={() => setAsked('cancel')}>
            Cancel<span className="visually-hidden"> the consultation with {name}</span>
          </Button>
        ) : null}
      </div>
      <Dialog open={asked === 'cancel'} title={`Cancel with ${name}`} onClose={close}>
        {asked === 'cancel' ? <CancelForm id={id} done={close} /> : null}
      </Dialog>
      <Dialog open={asked === 'invite'} title={`Invite ${name}`} onClose={close}>
        {asked === 'invite' ? <InviteForm booking={booking} done={close} /> : null}
      </Dialog>
    </li>
  )
}
