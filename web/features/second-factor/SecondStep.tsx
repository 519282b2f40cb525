import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useRef, useState } from 'react'

import type { LoginReply, SecondFactorRequired } from '#contract/auth'
import { CodeInput } from '#contract/second-factor'
import { Button, FormErrorSummary, TextField } from '#ui'
import { useAppForm } from '#web/form'

import { passkeyFailure, showSecondPasskey } from './passkeys.ts'
import { secondFactor } from './queries.ts'

type Props = {
  asked: SecondFactorRequired['second_factor']
  onSignedIn: (reply: LoginReply) => void
  onStartAgain: () => void
}

/** Second step of the sign-in: code or passkey. */
export const SecondStep = ({ asked: { token, factors }, onSignedIn, onStartAgain }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const hasApp = factors.includes('totp')
  const {
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: CodeInput,
    defaultValues: { token },
    labels: { code: hasApp ? 'Code' : 'Recovery code' },
    save: async (body) => onSignedIn(await secondFactor.showCode({ body })),
    failed: 'The code could not be checked. Please try again.',
  })
  return (
    <form noValidate method="post" onSubmit={submit} className="space-y-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        One more step
      </h2>
      {factors.includes('passkey') ? <SecondPasskey token={token} onSignedIn={onSignedIn} /> : null}
      <FormErrorSummary {...summary} />
      <TextField
        {...field('code')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        hint={
          hasApp
            ? 'The six-digit code from your authenticator app, or one of your recovery codes.'
            : 'One of the codes you got with your passkey. Each works once.'
        }
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" {...sending}>
          {sending.busy ? 'Signing in...' : 'Sign in'}
        </Button>
        <Button variant="quiet" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
      <p className="text-sm text-muted">Lost them all? An admin can remove your second factor.</p>
    </form>
  )
}

const SecondPasskey = ({ token, onSignedIn }: Pick<Props, 'onSignedIn'> & { token: string }) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const show = async () => {
    setBusy(true)
    setFailure(undefined)
    await showSecondPasskey(token)
      .then(onSignedIn)
      .catch((error: unknown) => setFailure(passkeyFailure(error)))
    setBusy(false)
  }
  return (
    <>
      <Button
        size="large"
        busy={busy}
        onClick={() => void show()}
        icon={<Fingerprint aria-hidden size={20} />}
        className="w-full"
      >
        Use your passkey
      </Button>
      <p role="alert" className="font-medium text-danger">
        {failure}
      </p>
    </>
  )
}
