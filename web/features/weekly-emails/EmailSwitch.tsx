import type { WeeklyEmailChoice } from '#contract/weekly-emails'
import { Alert, Button } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { weeklyEmails } from './queries.ts'

type LetterSwitchProps = { token: string; letter: WeeklyEmailChoice['letter']; isOn: boolean }

const WORDS = {
  weekly: {
    on: 'You get an email about your children’s week on Sunday evenings.',
    off: 'You will no longer get the weekly email.',
    stop: 'Stop the weekly email',
  },
  notifications: {
    on: 'You get emails about notifications you have not seen, as chosen in your profile.',
    off: 'You will no longer get emails about notifications. You will still be told about anything to do with safety.',
    stop: 'Stop these emails',
  },
} as const satisfies Record<WeeklyEmailChoice['letter'], object>

/** Unsubscribes from the email, or resubscribes. */
export const EmailSwitch = ({ token, letter, isOn }: LetterSwitchProps) => {
  const choose = useApiMutation(weeklyEmails.chooseWeeklyEmails)
  const change = () => choose.mutate({ params: { token }, body: { wanted: !isOn } })
  const words = WORDS[letter]
  return (
    <div className="mt-4 space-y-5">
      <p role="status">{isOn ? words.on : words.off}</p>
      {choose.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(choose.error)}
        </Alert>
      ) : null}
      <Button variant={isOn ? 'primary' : 'secondary'} busy={choose.isPending} onClick={change}>
        {isOn ? words.stop : letter === 'weekly' ? 'Start it again' : 'Start them again'}
      </Button>
    </div>
  )
}
