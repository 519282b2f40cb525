import { Refusal, type WaitingForm } from '#contract/consent'
import { Textarea } from '#ui/text-field'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { consent } from './queries.ts'

/** Why a signed form is not what it must be: the guardian reads it in a letter. */
export const RefusalForm = ({ form, done }: { form: WaitingForm; done: () => void }) => {
  const check = useChange(consent.checkConsentForm)
  const { field, frame } = useAppForm({
    schema: Refusal,
    idPrefix: 'refusal-',
    defaultValues: { decision: 'refused', reason: '' },
    labels: { reason: 'What is missing' },
    save: (body) => check.mutateAsync({ params: { id: form.learner_id, form_id: form.id }, body }),
    saved: 'The guardian is told',
    onSaved: done,
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Refuse">
      <Textarea {...field('reason')} rows={3} hint="The guardian reads it in an email." />
    </ChangeForm>
  )
}
