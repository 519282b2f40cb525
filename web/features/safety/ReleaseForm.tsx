import { Release } from '#contract/safety'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { safety } from './queries.ts'

/** Lets guardians read a report that was held back, for a reason that is kept. */
export const ReleaseForm = ({ id }: { id: string }) => {
  const release = useChange(safety.releaseSafetyReport)
  const { submit, field, summary, sending } = useAppForm({
    schema: Release,
    idPrefix: 'release-',
    labels: { reason: 'Reason' },
    save: async (body) => {
      await release.mutateAsync({ params: { id }, body })
      toast.success('Guardians can read the report now')
    },
    explain: (error) => messageOf(error, 'That did not work. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <Textarea
        {...field('reason')}
        rows={3}
        hint="Guardians are told at once, and see the report and the conversation. This cannot be undone."
      />
      <Button type="submit" variant="danger" {...sending}>
        Let guardians read it
      </Button>
    </form>
  )
}
