import { type FormEvent, useState } from 'react'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { messageOf } from '#web/api'

type Props = { sentTo: string; send: (answer: { code: string }) => Promise<unknown> }

/** The second step: the code proves that the address is read by whoever agreed. */
export const CodeForm = ({ sentTo, send }: Props) => {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem('Please enter the code from the second mail')
    setProblem(undefined)
    setBusy(true)
    await send({ code }).catch((error: unknown) => setProblem(messageOf(error)))
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <Alert tone="info" role="status" title="One more step">
        <p>We have sent a code to {sentTo}. It works for one hour.</p>
      </Alert>
      <TextField
        id="consent-code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={problem}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" size="large" busy={busy}>
        Confirm
      </Button>
    </form>
  )
}
