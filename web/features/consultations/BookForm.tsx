import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { type HeldSlot, NewConsultation, type Slot } from '#contract/consultations'
import { Alert, Textarea, TextField } from '#ui'
import { messageOf, statusOf, useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { ownTimeZone } from '#web/format'

import { ContactByEmail } from './ContactByEmail.tsx'
import { hostsTime, timeIn, dateTimeIn } from './labels.ts'
import { consultations } from './queries.ts'
import { SlotPicker } from './SlotPicker.tsx'

const Visitor = z.pick(NewConsultation, { name: true, email: true, notes: true })

/** Slot and contact form. Input survives if the slot is taken meanwhile. */
export const BookForm = () => {
  const cache = useQueryClient()
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  const [slot, setSlot] = useState<Slot>()
  const [hasChosen, setHasChosen] = useState(false)
  const [held, setHeld] = useState<HeldSlot & { email: string }>()
  const book = useApiMutation(consultations.book)

  const save = async (values: z.output<typeof Visitor>) => {
    if (!slot) throw new Error('no time')
    const time = { host_id: slot.host.id, starts_at: slot.starts_at, time_zone: timeZone }
    const body = { ...values, ...time }
    try {
      const hold = await book.mutateAsync({ body })
      setHeld({ ...hold, email: values.email })
    } catch (error) {
      if (statusOf(error) === 409) {
        setSlot(undefined)
        await cache.invalidateQueries(consultations.listSlots.pages({}))
      }
      throw error
    }
  }
  const { field, frame } = useAppForm({
    schema: Visitor,
    idPrefix: 'book-',
    defaultValues: { name: '', email: '', notes: '' },
    labels: {
      name: 'Your name',
      email: 'Email',
      notes: 'What should the teacher know beforehand?',
    },
    save,
    explain: (error) =>
      slot
        ? messageOf(error, 'That could not be sent. Please try again.')
        : 'Please choose another time above. What you have written is still here.',
  })

  if (held) return <Held held={held} timeZone={timeZone} />
  const choose = (chosen: Slot) => {
    setSlot(chosen)
    setHasChosen(true)
  }
  return (
    <div className="space-y-6">
      <SlotPicker
        timeZone={timeZone}
        onTimeZone={setTimeZone}
        chosen={slot}
        onChoose={choose}
        none={<ContactByEmail />}
      />
      {hasChosen ? (
        <ChangeForm
          {...frame}
          className="space-y-5 border-t border-line pt-6"
          action="Book this time"
        >
          <p aria-live="polite">
            {slot ? (
              <>
                <strong>{dateTimeIn(slot.starts_at, timeZone)}</strong>, with{' '}
                <bdi>{slot.host.name}</bdi>
                {slot.host.time_zone === timeZone
                  ? ''
                  : ` (${hostsTime(slot.starts_at, slot.host.time_zone, timeZone)})`}
              </>
            ) : (
              'Please choose a time above.'
            )}
          </p>
          <TextField {...field('name')} autoComplete="name" maxLength={100} />
          <TextField
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            hint="We’ll send a confirmation link to this address."
          />
          <Textarea
            {...field('notes')}
            optional
            rows={3}
            hint="Who is joining, how old the learner is, what they like to do."
          />
          <p className="text-sm text-muted">
            The teacher and this site’s admins can read what you write. It is deleted 90 days after
            the consultation, or whenever you choose, using the link in your email.
          </p>
        </ChangeForm>
      ) : null}
    </div>
  )
}

const Held = ({ held, timeZone }: { held: HeldSlot & { email: string }; timeZone: string }) => (
  <Alert tone="success" role="status" title="One more step: please check your email">
    <p className="mt-1">
      {dateTimeIn(held.starts_at, timeZone)} with <bdi>{held.host.name}</bdi> is reserved for you
      until {timeIn(held.held_until, timeZone)}. Confirm it with the link in the email to{' '}
      <strong>{held.email}</strong>.
    </p>
  </Alert>
)
