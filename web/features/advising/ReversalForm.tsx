import { type CreditEntry, Reason } from '#contract/advising'
import { Textarea } from '#ui/text-field'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { advising } from './queries.ts'
import { signed } from './words.ts'

type ReversalProps = { entry: CreditEntry; done: () => void }

export const ReversalForm = ({ entry, done }: ReversalProps) => {
  const reverse = useChange(advising.reverseCredit)
  const { field, frame } = useAppForm({
    schema: Reason,
    idPrefix: 'reversal-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: ({ reason }) => reverse.mutateAsync({ params: { id: entry.id }, body: { reason } }),
    saved: 'The entry is reversed',
    onSaved: done,
    failed: 'The entry could not be reversed. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Reverse" variant="danger">
      <p>
        An entry of {signed(-entry.credits)} is added. Transcripts already issued do not change.
      </p>
      <Textarea {...field('reason')} rows={3} />
    </ChangeForm>
  )
}
