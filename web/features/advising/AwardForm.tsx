import { Reason } from '#contract/advising'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { advising } from './queries.ts'

type Props = { learnerId: string; badge: { id: string; name: string }; done: () => void }

/** Gives a badge, and says what for. */
export const AwardForm = ({ learnerId, badge, done }: Props) => {
  const award = useChange(advising.awardBadge)
  const { submit, field, summary, sending } = useAppForm({
    schema: Reason,
    idPrefix: 'award-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: async ({ reason }) => {
      await award.mutateAsync({
        params: { id: badge.id },
        body: { learner_id: learnerId, reason },
      })
      toast.success(`“${badge.name}” is awarded`)
      done()
    },
    explain: (error) => messageOf(error, 'The badge could not be awarded. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <Textarea
        {...field('reason')}
        rows={4}
        hint="What you saw, in words the learner will want to keep: they appear beside the badge."
      />
      <Button type="submit" {...sending}>
        Award badge
      </Button>
    </form>
  )
}
