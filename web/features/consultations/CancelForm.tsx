import { HostCancellation } from '#contract/consultations'
import { Textarea } from '#ui/text-field'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { consultations } from './queries.ts'

export const CancelForm = ({ id, done }: { id: string; done: () => void }) => {
  const cancel = useChange(consultations.cancelBooking)
  const { field, frame } = useAppForm({
    schema: HostCancellation,
    idPrefix: 'cancel-',
    defaultValues: { because: '' },
    labels: { because: 'Note to the family' },
    save: (body) => cancel.mutateAsync({ params: { id }, body }),
    saved: 'The consultation is cancelled, and the family is told',
    onSaved: done,
    failed: 'It could not be cancelled. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Cancel the consultation" variant="danger">
      <Textarea
        {...field('because')}
        rows={3}
        hint="They read this in the email that tells them."
      />
    </ChangeForm>
  )
}
