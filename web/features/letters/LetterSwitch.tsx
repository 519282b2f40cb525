import type { ChosenLetter } from '#contract/letters'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { messageOf, useChange } from '#web/api'

import { letters } from './queries.ts'

type LetterSwitchProps = { token: string; letter: ChosenLetter['letter']; isOn: boolean }

const WORDS = {
  weekly: {
    on: 'On Sunday evenings you get a letter about the week of your children.',
    off: 'You get no weekly letter any more.',
    stop: 'Stop the weekly letter',
  },
  notifications: {
    on: 'You get letters about what is new and you have not seen, as chosen in your profile.',
    off: 'You get no letters about what is new any more. What is about safety still comes.',
    stop: 'Stop these letters',
  },
} as const satisfies Record<ChosenLetter['letter'], object>

/** Stops the letter, or brings it back. */
export const LetterSwitch = ({ token, letter, isOn }: LetterSwitchProps) => {
  const choose = useChange(letters.chooseLetters)
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
