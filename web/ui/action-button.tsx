import { type ComponentProps, useState } from 'react'

import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & {
  /** Action of the button; may be slow, and may fail. */
  run: () => Promise<unknown>
  /** Error message shown above the button. */
  explain: (error: unknown) => string | Promise<string>
}

/** A button that is busy while its action runs, and shows why it failed. */
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
