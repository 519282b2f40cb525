import { useQuery } from '@tanstack/react-query'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, useState } from 'react'

import type { FactorResult, Passkey, SecondFactors } from '#contract/second-factor'
import { Button, Dialog, QueryView, VisuallyHidden } from '#ui'
import { useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { AddPasskey } from './AddPasskey.tsx'
import { AddTotp } from './AddTotp.tsx'
import { ProofForm } from './ProofForm.tsx'
import { secondFactor } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { supportsPasskeys } from './supports-passkeys.ts'

type Change =
  | { kind: 'addTotp' | 'addPasskey' | 'removeTotp' | 'renewCodes' }
  | { kind: 'removePasskey'; passkey: Passkey }

const TITLES = {
  addTotp: 'Add an authenticator app',
  addPasskey: 'Add a passkey',
  removeTotp: 'Remove the authenticator app?',
  removePasskey: 'Remove this passkey?',
  renewCodes: 'New recovery codes',
} satisfies Record<Change['kind'], string>

/** The user's sign-in methods, and their settings. */
export const SigningIn = () => {
  const factors = useQuery(secondFactor.secondFactors.query())
  const [change, setChange] = useState<Change>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    setChange(undefined)
    setCodes(undefined)
  }
  const added = ({ recovery_codes }: FactorResult) => {
    if (recovery_codes) setCodes(recovery_codes)
    else close()
  }
  return (
    <QueryView query={factors} what="your sign-in methods">
      {(data) => (
        <>
          <Factors data={data} onChange={setChange} />
          <Dialog
            open={change !== undefined}
            title={codes ? 'Save these codes' : change ? TITLES[change.kind] : ''}
            onClose={close}
          >
            {codes ? <RecoveryCodes codes={codes} onKept={close} /> : null}
            {change && !codes ? (
              <ChangeForm
                change={change}
                hasPassword={data.has_password}
                hasCodes={data.totp !== null || data.recovery_codes_left > 0}
                onAdded={added}
                onCancel={close}
              />
            ) : null}
          </Dialog>
        </>
      )}
    </QueryView>
  )
}

const used = (last: string | null, now: number) =>
  last ? `Last used ${ago(last, now)}` : 'Not used yet'

type FactorsProps = { data: SecondFactors; onChange: (change: Change) => void }

const Factors = ({ data, onChange }: FactorsProps) => {
  const [now] = useState(() => Date.now())
  const { totp, passkeys, recovery_codes_left: left } = data
  const has = totp !== null || passkeys.length > 0
  return (
    <div className="space-y-5">
      <p>
        {has
          ? 'Signing in takes your password and one of these.'
          : 'Anyone who knows your password can sign in as you. A second factor stops that.'}
      </p>
      {has ? (
        <ul className="divide-y divide-line">
          {totp ? (
            <Row
              icon={<Smartphone aria-hidden size={22} className="shrink-0 text-muted" />}
              name="Authenticator app"
              about={`Added ${ago(totp.created_at, now)}. ${used(totp.last_used_at, now)}`}
              action="Remove"
              onAct={() => onChange({ kind: 'removeTotp' })}
            />
          ) : null}
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              icon={<Fingerprint aria-hidden size={22} className="shrink-0 text-muted" />}
              name={passkey.name}
              about={`Passkey, added ${ago(passkey.created_at, now)}. ${used(passkey.last_used_at, now)}`}
              action="Remove"
              onAct={() => onChange({ kind: 'removePasskey', passkey })}
            />
          ))}
          <Row
            icon={<KeyRound aria-hidden size={22} className="shrink-0 text-muted" />}
            name="Recovery codes"
            about={left === 1 ? '1 left' : `${left} left`}
            action="Create new codes"
            onAct={() => onChange({ kind: 'renewCodes' })}
          />
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {supportsPasskeys() ? (
          <Button variant="secondary" onClick={() => onChange({ kind: 'addPasskey' })}>
            Add a passkey
          </Button>
        ) : null}
        <Button variant="secondary" onClick={() => onChange({ kind: 'addTotp' })}>
          {totp ? 'Change the authenticator app' : 'Add an authenticator app'}
        </Button>
      </div>
    </div>
  )
}

type RowProps = {
  icon: ReactNode
  name: string
  about: string
  action: string
  onAct: () => void
}

const Row = ({ icon, name, about, action, onAct }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
    {icon}
    <div className="min-w-40 flex-1">
      <p className="font-medium">{name}</p>
      <p className="text-sm text-muted">{about}</p>
    </div>
    <Button variant="secondary" size="small" onClick={onAct}>
      {action} <VisuallyHidden>{name}</VisuallyHidden>
    </Button>
  </li>
)

type ChangeProps = {
  change: Change
  hasPassword: boolean
  hasCodes: boolean
  onAdded: (added: FactorResult) => void
  onCancel: () => void
}

const ChangeForm = ({ change, onAdded, ...form }: ChangeProps) => {
  const removeTotp = useApiMutation(secondFactor.removeTotp)
  const removePasskey = useApiMutation(secondFactor.removePasskey)
  const renew = useApiMutation(secondFactor.renewRecoveryCodes)
  if (change.kind === 'addTotp') return <AddTotp {...form} onAdded={onAdded} />
  if (change.kind === 'addPasskey') return <AddPasskey {...form} onAdded={onAdded} />
  if (change.kind === 'renewCodes') {
    return (
      <ProofForm
        {...form}
        action="Create new codes"
        save={async (body) => onAdded(await renew.mutateAsync({ body }))}
      >
        <p>Your current codes will stop working.</p>
      </ProofForm>
    )
  }
  return (
    <ProofForm
      {...form}
      danger
      action="Remove"
      save={async (body) => {
        await ('passkey' in change
          ? removePasskey.mutateAsync({ params: { id: change.passkey.id }, body })
          : removeTotp.mutateAsync({ body }))
        form.onCancel()
      }}
    >
      <p>
        {'passkey' in change ? (
          <>
            <strong>{change.passkey.name}</strong> will no longer sign you in. Delete it on the
            device too.
          </>
        ) : (
          'Its codes will no longer sign you in.'
        )}{' '}
        If you have no other second factor, your password alone will be enough again.
      </p>
    </ProofForm>
  )
}
