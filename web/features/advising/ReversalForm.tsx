import { type CreditEntry, Reason } from '#contract/advising'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { advising } from './queries.ts'
import { signed } from './words.ts'

type ReversalProps = { entry: CreditEntry; done: () => void }

export const ReversalForm = ({ entry, done }: ReversalProps) => {
  const reverse = useChange(advising.reverseCredit)
  const { submit, field, summary, sending } = useAppForm({
    schema: Reason,
    idPrefix: 'reversal-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: async ({ reason }) => {
      await reverse.mutateAsync({ params: { id: entry.id }, body: { reason } })
      toast.success('The entry is reversed')
      done()
    },
    explain: (error) => messageOf(error, 'The entry could not be reversed. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <p>
        An entry of {signed(-entry.credits)} is added. Transcripts already issued do not change.
      </p>
      <Textarea {...field('reason')} rows={3} />
      <Button variant="danger" type="submit" {...sending}>
        Reverse
      </Button>
    </form>
  )
}
