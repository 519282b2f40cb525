import { type Agreement, VoidReason } from '#contract/academy'
import { Alert } from '#ui/alert'
import { Textarea } from '#ui/text-field'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { academy } from './queries.ts'

export const VoidForm = ({ agreement, done }: { agreement: Agreement; done: () => void }) => {
  const end = useChange(academy.voidAgreement)
  const { field, frame } = useAppForm({
    schema: VoidReason,
    idPrefix: 'void-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: (body) =>
      end.mutateAsync({ params: { id: agreement.learner_id, agreement_id: agreement.id }, body }),
    saved: 'The agreement is void',
    onSaved: done,
    failed: 'That could not be saved. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Make void" variant="danger">
      <Alert tone="warning" title="This cannot be undone">
        <p>
          {agreement.state === 'countersigned'
            ? 'The learner leaves the academy at once. What was earned and issued stays.'
            : 'Another one can be prepared.'}
        </p>
      </Alert>
      <Textarea {...field('reason')} rows={3} hint="The family reads it." />
    </ChangeForm>
  )
}
