import { Reason } from '#contract/advising'
import { Textarea } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { advising } from './queries.ts'

type Props = { learnerId: string; badge: { id: string; name: string }; done: () => void }

/** Awards a badge with a reason. */
export const AwardForm = ({ learnerId, badge, done }: Props) => {
  const award = useApiMutation(advising.awardBadge)
  const { field, frame } = useAppForm({
    schema: Reason,
    idPrefix: 'award-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: ({ reason }) =>
      award.mutateAsync({
        params: { id: badge.id },
        body: { learner_id: learnerId, reason },
      }),
    saved: `“${badge.name}” has been awarded`,
    onSaved: done,
    failed: 'The badge could not be awarded. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Award badge">
      <Textarea
        {...field('reason')}
        rows={4}
        hint="Describe what you saw, in words the learner will want to keep. They appear next to the badge."
      />
    </ChangeForm>
  )
}
