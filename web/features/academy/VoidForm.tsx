import { type Agreement, VoidReason } from '#contract/academy'
import { Alert } from '#ui'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'

import { academy } from './queries.ts'

export const VoidForm = ({ agreement, done }: { agreement: Agreement; done: () => void }) => {
  const end = useApiMutation(academy.voidAgreement)
  const params = { id: agreement.learner_id, agreement_id: agreement.id }
  return (
    <ReasonForm
      name="reason"
      hint="The family can read this."
      schema={VoidReason}
      idPrefix="void-"
      save={(body) => end.mutateAsync({ params, body })}
      saved="The agreement has been voided"
      onSaved={done}
      failed="That could not be saved. Please try again."
      action="Void agreement"
    >
      <Alert tone="warning" title="This cannot be undone">
        <p>
          {agreement.state === 'countersigned'
            ? 'The learner leaves the academy immediately. Everything earned and issued so far remains.'
            : 'You can prepare a new one.'}
        </p>
      </Alert>
    </ReasonForm>
  )
}
