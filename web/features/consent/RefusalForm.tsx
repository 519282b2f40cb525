import { Refusal, type WaitingForm } from '#contract/consent'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'

import { consent } from './queries.ts'

/** Refuses a signed form with a reason that the guardian gets by email. */
export const RefusalForm = ({ form, done }: { form: WaitingForm; done: () => void }) => {
  const check = useApiMutation(consent.checkConsentForm)
  const params = { id: form.learner_id, form_id: form.id }
  return (
    <ReasonForm
      name="reason"
      label="What is missing"
      hint="We include this in an email to the guardian."
      schema={Refusal}
      idPrefix="refusal-"
      defaultValues={{ decision: 'refused', reason: '' }}
      save={(body) => check.mutateAsync({ params, body })}
      saved="The guardian has been told"
      onSaved={done}
      action="Refuse"
      variant="primary"
    />
  )
}
