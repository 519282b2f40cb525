import { Refusal, type WaitingForm } from '#contract/consent'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { consent } from './queries.ts'

/** Why a signed form is not what it must be: the guardian reads it in a letter. */
export const RefusalForm = ({ form, done }: { form: WaitingForm; done: () => void }) => {
  const check = useChange(consent.checkConsentForm)
  const { submit, field, summary, sending } = useAppForm({
    schema: Refusal,
    idPrefix: 'refusal-',
    defaultValues: { decision: 'refused', reason: '' },
    labels: { reason: 'What is missing' },
    save: async (body) => {
      await check.mutateAsync({ params: { id: form.learner_id, form_id: form.id }, body })
      toast.success('The guardian is told')
      done()
    },
    explain: (error) => messageOf(error),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <Textarea {...field('reason')} rows={3} hint="The guardian reads it in an email." />
      <Button type="submit" {...sending}>
        Refuse
      </Button>
    </form>
  )
}
