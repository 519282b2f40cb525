import { HostCancellation } from '#contract/consultations'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'

import { consultations } from './queries.ts'

export const CancelForm = ({ id, done }: { id: string; done: () => void }) => {
  const cancel = useApiMutation(consultations.cancelBooking)
  return (
    <ReasonForm
      name="because"
      label="Note to the family"
      hint="They read this in the email that tells them."
      schema={HostCancellation}
      idPrefix="cancel-"
      save={(body) => cancel.mutateAsync({ params: { id }, body })}
      saved="The consultation is cancelled, and the family is told"
      onSaved={done}
      failed="It could not be cancelled. Please try again."
      action="Cancel the consultation"
    />
  )
}
