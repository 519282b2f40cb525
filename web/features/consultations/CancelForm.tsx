import { HostCancellation } from '#contract/consultations'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { consultations } from './queries.ts'

export const CancelForm = ({ id, done }: { id: string; done: () => void }) => {
  const cancel = useChange(consultations.cancelBooking)
  const { submit, field, summary, sending } = useAppForm({
    schema: HostCancellation,
    idPrefix: 'cancel-',
    defaultValues: { because: '' },
    labels: { because: 'Note to the family' },
    save: async (body) => {
      await cancel.mutateAsync({ params: { id }, body })
      toast.success('The consultation is cancelled, and the family is told')
      done()
    },
    explain: (error) => messageOf(error, 'It could not be cancelled. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <Textarea
        {...field('because')}
        rows={3}
        hint="They read this in the email that tells them."
      />
      <Button variant="danger" type="submit" {...sending}>
        Cancel the consultation
      </Button>
    </form>
  )
}
