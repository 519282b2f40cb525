import { type ComponentProps, useState } from 'react'

import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & {
  /** What it does, which may take a while and fail. */
  run: () => Promise<unknown>
  /** What to say above the button about a failure. */
  explain: (error: unknown) => string | Promise<string>
}

/** A button that is busy until what it does is done, and says why it failed. */
export const ActionButton = ({ run, explain, ...button }: Props) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const start = async () => {
    setBusy(true)
    setFailure(undefined)
    await run().catch(async (error: unknown) => setFailure(await explain(error)))
    setBusy(false)
  }
  return (
    <>
      {failure ? (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      ) : null}
      <Button {...button} busy={busy} onClick={() => void start()} />
    </>
  )
}
