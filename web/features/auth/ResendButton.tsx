import { useState } from 'react'

import { Button } from '#ui'
import { messageOf } from '#web/api'

type ResendButtonProps = {
  send: () => Promise<unknown>
  children: string
}

/** Resends an email and shows the outcome next to the button. */
export const ResendButton = ({ send, children }: ResendButtonProps) => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ ok: boolean; words: string }>()
  const resend = async () => {
    setBusy(true)
    setOutcome(undefined)
    try {
      await send()
      setOutcome({ ok: true, words: 'Sent. It may take a minute to arrive.' })
    } catch (error) {
      setOutcome({ ok: false, words: messageOf(error, 'The message could not be sent.') })
    }
    setBusy(false)
  }
  return (
    <div>
      <Button variant="secondary" busy={busy} onClick={() => void resend()}>
        {children}
      </Button>
      <p
        role="status"
        className={`mt-1.5 text-sm font-medium ${outcome?.ok ? 'text-success' : 'text-danger'}`}
      >
        {outcome?.words}
      </p>
    </div>
  )
}
