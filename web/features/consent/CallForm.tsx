import { useState } from 'react'

import { ConsentCall, type WaitingForm } from '#contract/consent'
import { Button } from '#ui/button'
import { RadioCards } from '#ui/choice'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { consent } from './queries.ts'

const KINDS = [
  { value: 'video', label: 'Video', hint: 'You saw each other' },
  { value: 'telephone', label: 'Telephone', hint: 'You heard each other' },
]

/** `YYYY-MM-DDTHH:MM` of a moment where the reader is, as a field for a moment has it. */
const localMoment = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** A call with a guardian, who has said the code of the form. */
export const CallForm = ({ form, done }: { form: WaitingForm; done: () => void }) => {
  const record = useChange(consent.recordConsentCall)
  const [now] = useState(() => localMoment(new Date()))
  const [heldAt, setHeldAt] = useState(now)
  const app = useAppForm({
    schema: ConsentCall,
    idPrefix: 'call-',
    defaultValues: {
      code: '',
      held_at: new Date(now).toISOString(),
      held_how: 'video',
      spoke_with: '',
    },
    labels: { code: 'Code', held_how: 'How', spoke_with: 'Who you spoke with', held_at: 'When' },
    save: async (body) => {
      await record.mutateAsync({ params: { id: form.learner_id, form_id: form.id }, body })
      toast.success('The consent is recorded')
      done()
    },
    explain: (error) => messageOf(error),
  })
  return (
    <form noValidate onSubmit={app.submit} className="space-y-4">
      <p>
        Call {form.guardian_name} at a number that you know, or meet on video. Read out what is
        asked, hear a clear yes, and ask for the code of the form.
      </p>
      <FormErrorSummary {...app.summary} />
      <TextField
        {...app.field('code')}
        autoComplete="off"
        autoCapitalize="characters"
        hint="Eight letters and digits, as the guardian says them"
      />
      <RadioCards legend="How" columns={2} options={KINDS} {...app.form.register('held_how')} />
      <TextField {...app.field('spoke_with')} autoComplete="off" />
      <TextField
        id="call-held_at"
        label="When"
        type="datetime-local"
        max={now}
        value={heldAt}
        error={app.errorOf('held_at')}
        onChange={({ target }) => {
          setHeldAt(target.value)
          const at = Date.parse(target.value)
          app.form.setValue('held_at', Number.isNaN(at) ? '' : new Date(at).toISOString())
        }}
      />
      <Button type="submit" {...app.sending}>
        Record
      </Button>
    </form>
  )
}
