import { useState } from 'react'

import type { Profile } from '#contract/profile'
import { RadioCards, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { profile as calls, useProfileSaved } from './queries.ts'

const OPTIONS = [
  { value: 'weekly', label: 'Weekly', hint: 'On Sunday evening, if there was news that week' },
  { value: 'never', label: 'Never', hint: 'Everything is on the Family Dashboard' },
]

/** A guardian's subscription to the weekly email. */
export const WeeklyEmailSetting = ({ profile }: { profile: Profile }) => {
  const change = useApiMutation(calls.changeProfile, useProfileSaved())
  const [isOn, setIsOn] = useState(profile.weekly_letter)
  const choose = (weekly_letter: boolean) => {
    setIsOn(weekly_letter)
    change.mutateAsync({ body: { weekly_letter } }).catch((error: unknown) => {
      setIsOn(!weekly_letter)
      toast.error(messageOf(error, 'Your choice could not be saved.'))
    })
  }
  return (
    <RadioCards
      legend="Your children’s week"
      name="weekly-letter"
      columns={2}
      options={OPTIONS.map((option) => ({
        ...option,
        checked: (option.value === 'weekly') === isOn,
      }))}
      onChange={(event) => choose(event.currentTarget.value === 'weekly')}
    />
  )
}
