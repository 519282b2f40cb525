import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { messageOf, useChange } from '#web/api'

import { letters } from './queries.ts'

/** Stops the letter, or brings it back. */
export const WeeklyLetter = ({ token, isOn }: { token: string; isOn: boolean }) => {
  const choose = useChange(letters.chooseLetters)
  const change = () => choose.mutate({ params: { token }, body: { weekly_letter: !isOn } })
  return (
    <div className="mt-4 space-y-5">
      <p role="status">
        {isOn
          ? 'On Sunday evenings you get a letter about the week of your children.'
          : 'You get no weekly letter any more.'}
      </p>
      {choose.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(choose.error)}
        </Alert>
      ) : null}
      <Button variant={isOn ? 'primary' : 'secondary'} busy={choose.isPending} onClick={change}>
        {isOn ? 'Stop the weekly letter' : 'Send it again'}
      </Button>
    </div>
  )
}
