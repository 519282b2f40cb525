import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Video from 'lucide-react/icons/video'
import { useState } from 'react'

import type { Consultation, Slot } from '#contract/consultations'
import { paths } from '#contract/paths'
import { Alert, Button, ButtonLink, Dialog, PageHeading } from '#ui'
import { apiUrl, messageOf, useApiMutation } from '#web/api'
import { ownTimeZone } from '#web/format'

import { hostsTime, dateTimeIn } from './labels.ts'
import { consultations } from './queries.ts'
import { SlotPicker } from './SlotPicker.tsx'

const HEADINGS = {
  held: 'Please confirm your consultation',
  lapsed: 'Please confirm your consultation',
  confirmed: 'Your consultation is booked',
  cancelled: 'This consultation is cancelled',
  met: 'This consultation has taken place',
  no_show: 'This consultation was missed',
} satisfies Record<Consultation['state'], string>

/** A booking, and the family's actions on it. */
export const Booked = ({ token, booked }: { token: string; booked: Consultation }) => {
  const params = { token }
  const shown = consultations.showConsultation.query({ params })
  const replaces = { replaces: () => shown.queryKey }
  const confirm = useApiMutation(consultations.confirmConsultation, replaces)
  const [isMoving, setIsMoving] = useState(false)
  const { state, host, starts_at } = booked
  const timeZone = ownTimeZone()
  const isWaiting = state === 'held' || state === 'lapsed'
  return (
    <div className="space-y-5">
      <PageHeading title="Your consultation">{HEADINGS[state]}</PageHeading>
      <p className="text-lg">
        <strong>{dateTimeIn(starts_at, timeZone)}</strong>
        {host ? (
          <>
            , with <bdi>{host.name}</bdi>
            {host.time_zone === timeZone
              ? ''
              : ` (${hostsTime(starts_at, host.time_zone, timeZone)})`}
          </>
        ) : null}
      </p>
      <Outcome booked={booked} />
      {confirm.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(confirm.error)}
        </Alert>
      ) : null}
      {isWaiting ? (
        <Button busy={confirm.isPending} onClick={() => confirm.mutate({ params })}>
          Confirm
        </Button>
      ) : null}
      {state === 'confirmed' ? (
        <div className="flex flex-wrap gap-3">
          {booked.video_url ? (
            <ButtonLink to={booked.video_url} icon={<Video aria-hidden size={18} />}>
              Open the video call
            </ButtonLink>
          ) : null}
          <a
            href={apiUrl(`/api/consultations/${encodeURIComponent(token)}/consultation.ics`)}
            className="link inline-flex min-h-11 items-center gap-2"
          >
            <CalendarPlus aria-hidden size={18} /> Add to your calendar
          </a>
        </div>
      ) : null}
      {isWaiting || state === 'confirmed' ? (
        <div className="flex flex-wrap gap-3 border-t border-line pt-5">
          <Button variant="secondary" onClick={() => setIsMoving(true)}>
            Choose another time
          </Button>
          {state === 'confirmed' ? <Cancel token={token} /> : null}
        </div>
      ) : (
        <ButtonLink to={paths.consultation} variant="secondary">
          Choose a new time
        </ButtonLink>
      )}
      <Erase token={token} />
      <Dialog open={isMoving} title="Choose another time" onClose={() => setIsMoving(false)}>
        {isMoving ? <Move token={token} done={() => setIsMoving(false)} /> : null}
      </Dialog>
    </div>
  )
}

const Outcome = ({ booked }: { booked: Consultation }) => {
  const { who_cancelled, cancelled_because, first_plan } = booked
  return (
    <>
      {who_cancelled === 'host' && cancelled_because !== '' ? (
        <Alert tone="warning" title="A note from the teacher">
          <p className="whitespace-pre-line">{cancelled_because}</p>
        </Alert>
      ) : null}
      {first_plan.length > 0 ? (
        <section aria-labelledby="first-plan">
          <h2 id="first-plan" className="text-lg">
            Quests your teacher suggests to start with
          </h2>
          <ul className="mt-2 list-disc pl-6">
            {first_plan.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

const Move = ({ token, done }: { token: string; done: () => void }) => {
  const params = { token }
  const shown = consultations.showConsultation.query({ params })
  const move = useApiMutation(consultations.moveConsultation, { replaces: () => shown.queryKey })
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  const [slot, setSlot] = useState<Slot>()
  return (
    <div className="space-y-5">
      <SlotPicker
        timeZone={timeZone}
        onTimeZone={setTimeZone}
        chosen={slot}
        onChoose={setSlot}
        none={<p className="text-muted">No other times are available at the moment.</p>}
      />
      {move.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(move.error)}
        </Alert>
      ) : null}
      <Button
        busy={move.isPending}
        disabled={!slot}
        onClick={() => {
          if (!slot) return
          const body = { starts_at: slot.starts_at, host_id: slot.host.id }
          move.mutate({ params, body }, { onSuccess: done })
        }}
      >
        Take this time
      </Button>
    </div>
  )
}

const Cancel = ({ token }: { token: string }) => {
  const params = { token }
  const shown = consultations.showConsultation.query({ params })
  const cancel = useApiMutation(consultations.cancelConsultation, {
    replaces: () => shown.queryKey,
  })
  return (
    <>
      <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ params })}>
        Cancel the consultation
      </Button>
      {cancel.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(cancel.error)}
        </Alert>
      ) : null}
    </>
  )
}

/** Requires confirmation, because erasing is final. */
const Erase = ({ token }: { token: string }) => {
  const params = { token }
  const shown = consultations.showConsultation.query({ params })
  const erase = useApiMutation(consultations.eraseConsultation, { ends: () => shown.queryKey })
  const [isAsked, setIsAsked] = useState(false)
  if (erase.isSuccess)
    return <p role="status">Everything has been deleted. You can close this page.</p>
  if (!isAsked)
    return (
      <p className="text-sm text-muted">
        What you wrote is kept until 90 days after the consultation.{' '}
        <button type="button" className="link" onClick={() => setIsAsked(true)}>
          Delete it now
        </button>
      </p>
    )
  return (
    <Alert tone="warning" title="Delete your name, address and notes?">
      <p className="mt-1">If your consultation is still to come, it will be cancelled too.</p>
      {erase.error ? <p className="mt-2">{messageOf(erase.error)}</p> : null}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="small"
          variant="danger"
          busy={erase.isPending}
          onClick={() => erase.mutate({ params })}
        >
          Delete everything
        </Button>
        <Button size="small" variant="quiet" onClick={() => setIsAsked(false)}>
          Keep it
        </Button>
      </div>
    </Alert>
  )
}
