import { Release } from '#contract/safety'
import { Textarea } from '#ui/text-field'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { safety } from './queries.ts'

/** Lets guardians read a report that was held back, for a reason that is kept. */
export const ReleaseForm = ({ id }: { id: string }) => {
  const release = useChange(safety.releaseSafetyReport)
  const { field, frame } = useAppForm({
    schema: Release,
    idPrefix: 'release-',
    labels: { reason: 'Reason' },
    save: (body) => release.mutateAsync({ params: { id }, body }),
    saved: 'Guardians can read the report now',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Let guardians read it" variant="danger">
      <Textarea
        {...field('reason')}
        rows={3}
        hint="Guardians are told at once, and see the report and the conversation. This cannot be undone."
      />
    </ChangeForm>
  )
}
