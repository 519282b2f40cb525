import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'

import type { LoginReply } from '#contract/auth'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { useHydrated } from '#web/browser'

import { passkeysWork } from './passkeys-work.ts'

/** The other way to sign in. It keeps its place where passkeys do not work, so that nothing moves. */
export const PasskeyButton = ({ onSignedIn }: { onSignedIn: (reply: LoginReply) => void }) => {
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const signIn = async () => {
    setBusy(true)
    setFailure(undefined)
    const { signInWithPasskey, passkeyFailure } = await import('./passkeys.ts')
    await signInWithPasskey()
      .then(onSignedIn)
      .catch((error: unknown) => setFailure(passkeyFailure(error)))
    setBusy(false)
  }
  return (
    <>
      {failure ? (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      ) : null}
      <Button
        variant="secondary"
        size="large"
        busy={busy}
        onClick={() => void signIn()}
        icon={<Fingerprint aria-hidden size={20} />}
        className={`w-full ${hydrated && passkeysWork() ? '' : 'invisible'}`}
      >
        Sign in with a passkey
      </Button>
    </>
  )
}
