import Fingerprint from 'lucide-react/icons/fingerprint-pattern'

import type { LoginReply } from '#contract/auth'
import { ActionButton } from '#ui'
import { useHydrated } from '#web/browser'

import { supportsPasskeys } from './supports-passkeys.ts'

/** Signs in with a passkey. Keeps its space where passkeys are unsupported, to avoid a layout shift. */
export const PasskeyButton = ({ onSignedIn }: { onSignedIn: (reply: LoginReply) => void }) => {
  const hydrated = useHydrated()
  return (
    <ActionButton
      variant="secondary"
      size="large"
      run={async () => {
        const { signInWithPasskey } = await import('./passkeys.ts')
        onSignedIn(await signInWithPasskey())
      }}
      explain={async (error) => (await import('./passkeys.ts')).passkeyFailure(error)}
      icon={<Fingerprint aria-hidden size={20} />}
      className={`w-full ${hydrated && supportsPasskeys() ? '' : 'invisible'}`}
    >
      Sign in with a passkey
    </ActionButton>
  )
}
