import { useState } from 'react'

import { type Agreement, Appointment } from '#contract/academy'
import { TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { academy } from './queries.ts'

type Props = { learnerId: string; agreement: Agreement | undefined; done: () => void }

/** Local time as `YYYY-MM-DDTHH:MM`, for a datetime-local input. */
const localMoment = (instant: string) => {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Time and place of a signing; both are optional. */
export const AppointmentForm = ({ learnerId, agreement, done }: Props) => {
  const draft = useApiMutation(academy.draftAgreement)
  const change = useApiMutation(academy.changeAgreement)
  const before = agreement?.scheduled_at ?? null
  const [moment, setMoment] = useState(before === null ? '' : localMoment(before))
  const { form, field, errorOf, frame } = useAppForm({
    schema: Appointment,
    idPrefix: 'appointment-',
    defaultValues: { scheduled_at: before, place: agreement?.place ?? '' },
    labels: { scheduled_at: 'When', place: 'Where' },
    save: async (body) => {
      const params = { id: learnerId }
      if (agreement) {
        await change.mutateAsync({ params: { ...params, agreement_id: agreement.id }, body })
      } else {
        await draft.mutateAsync({ params, body })
      }
      toast.success('The agreement has been prepared')
      done()
    },
    failed: 'That could not be saved. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Save">
      <p>
        It uses the text currently shown under Academy Agreement. Print it and sign it together, on
        paper and in person.
      </p>
      <TextField
        id="appointment-scheduled_at"
        label="When"
        type="datetime-local"
        optional
        value={moment}
        error={errorOf('scheduled_at')}
        onChange={({ target }) => {
          setMoment(target.value)
          const at = Date.parse(target.value)
          form.setValue('scheduled_at', Number.isNaN(at) ? null : new Date(at).toISOString())
        }}
      />
      <TextField {...field('place')} optional autoComplete="off" maxLength={200} />
    </ChangeForm>
  )
}
