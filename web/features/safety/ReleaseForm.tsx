import { Release } from '#contract/safety'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'

import { safety } from './queries.ts'

/** Releases a withheld report to guardians, with a reason that is stored. */
export const ReleaseForm = ({ id }: { id: string }) => {
  const release = useApiMutation(safety.releaseSafetyReport)
  return (
    <ReasonForm
      name="reason"
      hint="The guardians of the learner are notified immediately and can see the report. The guardians of everybody in the conversation can then read it, also those of whoever wrote to the learner. A learner who wrote or reported it is notified, too. This cannot be undone."
      schema={Release}
      idPrefix="release-"
      save={(body) => release.mutateAsync({ params: { id }, body })}
      saved="Guardians can now read the report"
      action="Share with guardians"
    />
  )
}
