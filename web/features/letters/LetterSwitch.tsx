import type { WeeklyEmailChoice } from '#contract/letters'
import { Alert, Button } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { letters } from './queries.ts'

type LetterSwitchProps = { token: string; letter: WeeklyEmailChoice['letter']; isOn: boolean }

const WORDS = {
  weekly: {
    on: 'On Sunday evenings you get a letter about your children’s week.',
    off: 'You no longer get the weekly letter.',
    stop: 'Stop the weekly letter',
  },
  notifications: {
    on: 'You get emails about news you have not seen, as chosen in your profile.',
    off: 'You no longer get emails about news. Anything about safety still reaches you.',
    stop: 'Stop these emails',
  },
} as const satisfies Record<WeeklyEmailChoice['letter'], object>

/** Unsubscribes from the email, or resubscribes. */
export const LetterSwitch = ({ token, letter, isOn }: LetterSwitchProps) => {
  const choose = useApiMutation(letters.chooseLetters)
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
        {isOn ? words.stop : letter === 'weekly' ? 'Send it again' : 'Send them again'}
      </Button>
    </div>
  )
}
