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
      hint="This is included in the cancellation email."
      schema={HostCancellation}
      idPrefix="cancel-"
      save={(body) => cancel.mutateAsync({ params: { id }, body })}
      saved="The consultation has been cancelled, and the family notified"
      onSaved={done}
      failed="It could not be cancelled. Please try again."
      action="Cancel the consultation"
    />
  )
}
