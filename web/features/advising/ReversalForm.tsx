import { type CreditEntry, Reason } from '#contract/advising'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'

import { withSign } from './labels.ts'
import { advising } from './queries.ts'

type ReversalProps = { entry: CreditEntry; done: () => void }

export const ReversalForm = ({ entry, done }: ReversalProps) => {
  const reverse = useApiMutation(advising.reverseCredit)
  return (
    <ReasonForm
      name="reason"
      schema={Reason}
      idPrefix="reversal-"
      save={(body) => reverse.mutateAsync({ params: { id: entry.id }, body })}
      saved="The entry has been reversed"
      onSaved={done}
      failed="The entry could not be reversed. Please try again."
      action="Reverse"
    >
      <p>
        An entry of {withSign(-entry.credits)} will be added. Transcripts already issued do not
        change.
      </p>
    </ReasonForm>
  )
}
