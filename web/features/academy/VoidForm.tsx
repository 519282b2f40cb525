import { type Agreement, VoidReason } from '#contract/academy'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { academy } from './queries.ts'

export const VoidForm = ({ agreement, done }: { agreement: Agreement; done: () => void }) => {
  const end = useChange(academy.voidAgreement)
  const { submit, field, summary, sending } = useAppForm({
    schema: VoidReason,
    idPrefix: 'void-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: async (body) => {
      const params = { id: agreement.learner_id, agreement_id: agreement.id }
      await end.mutateAsync({ params, body })
      toast.success('The agreement is void')
      done()
    },
    explain: (error) => messageOf(error, 'That could not be saved. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <Alert tone="warning" title="This cannot be undone">
        <p>
          {agreement.state === 'countersigned'
            ? 'The learner leaves the academy at once. What was earned and issued stays.'
            : 'Another one can be prepared.'}
        </p>
      </Alert>
      <Textarea {...field('reason')} rows={3} hint="The family reads it." />
      <Button variant="danger" type="submit" {...sending}>
        Make void
      </Button>
    </form>
  )
}
