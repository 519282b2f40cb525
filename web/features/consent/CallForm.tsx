import { useState } from 'react'

import { ConsentCall, type WaitingForm } from '#contract/consent'
import { RadioCards, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { consent } from './queries.ts'

const KINDS = [
  { value: 'video', label: 'Video', hint: 'You saw each other' },
  { value: 'telephone', label: 'Phone', hint: 'You heard each other' },
]

/** Local time as `YYYY-MM-DDTHH:MM`, for a datetime-local input. */
const localMoment = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Records a call with a guardian who read out the form's code. */
export const CallForm = ({ form: waiting, done }: { form: WaitingForm; done: () => void }) => {
  const record = useApiMutation(consent.recordConsentCall)
  const [now] = useState(() => localMoment(new Date()))
  const [heldAt, setHeldAt] = useState(now)
  const { form, field, errorOf, frame } = useAppForm({
    schema: ConsentCall,
    idPrefix: 'call-',
    defaultValues: {
      code: '',
      held_at: new Date(now).toISOString(),
      held_how: 'video',
      spoke_with: '',
    },
    labels: { code: 'Code', held_how: 'How', spoke_with: 'Who you spoke with', held_at: 'When' },
    save: (body) =>
      record.mutateAsync({ params: { id: waiting.learner_id, form_id: waiting.id }, body }),
    saved: 'Consent recorded',
    onSaved: done,
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Record">
      <p>
        Call {waiting.guardian_name} on a number you know, or meet by video. Read out what they are
        agreeing to, get a clear yes, and ask for the code on the form.
      </p>
      <TextField
        {...field('code')}
        autoComplete="off"
        autoCapitalize="characters"
        hint="Eight letters and digits, as the guardian reads them out"
      />
      <RadioCards legend="How" columns={2} options={KINDS} {...form.register('held_how')} />
      <TextField {...field('spoke_with')} autoComplete="off" />
      <TextField
        id="call-held_at"
        label="When"
        type="datetime-local"
        max={now}
        value={heldAt}
        error={errorOf('held_at')}
        onChange={({ target }) => {
          setHeldAt(target.value)
          const at = Date.parse(target.value)
          form.setValue('held_at', Number.isNaN(at) ? '' : new Date(at).toISOString())
        }}
      />
    </ChangeForm>
  )
}
