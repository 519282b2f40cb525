import type { Profile } from '#contract/profile'
import { RadioCards } from '#ui/choice'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'

import { profile as calls, useProfileKept } from './queries.ts'

const OPTIONS = [
  { value: 'weekly', label: 'Weekly', hint: 'On Sunday evening, after a week with news' },
  { value: 'never', label: 'Never', hint: 'Everything stands on the Family Dashboard' },
]

/** Whether a guardian gets the weekly letter. */
export const LetterChoice = ({ profile }: { profile: Profile }) => {
  const change = useChange(calls.changeProfile, useProfileKept())
  const chosen =
    (change.isPending ? change.variables.body.weekly_letter : undefined) ?? profile.weekly_letter
  const choose = (value: string) =>
    change
      .mutateAsync({ body: { weekly_letter: value === 'weekly' } })
      .catch((error: unknown) => toast.error(messageOf(error, 'Your choice could not be saved.')))
  return (
    <RadioCards
      legend="The week of your children"
      name="weekly-letter"
      columns={2}
      options={OPTIONS.map((option) => ({
        ...option,
        checked: (option.value === 'weekly') === chosen,
      }))}
      onChange={(event) => void choose(event.currentTarget.value)}
    />
  )
}
