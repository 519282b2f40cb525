import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'

import { atMost, line } from '#contract/fields'
import type { Proof } from '#contract/second-factor'
import { Button, FormErrorSummary, PasswordField, TextField } from '#ui'
import { messageOf } from '#web/api'
import { useAppForm } from '#web/form'

const ByPassword = z.object({
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), atMost(1000)),
})
const ByCode = z.object({ code: line(40, 'Please enter a code') })

type Props = {
  /** False for accounts without a password, for which a recent sign-in is enough. */
  hasPassword?: boolean
  /** A code can replace the password. */
  hasCodes: boolean
  /** Label of the button. */
  action: string
  danger?: boolean
  children?: ReactNode
  save: (proof: Proof) => Promise<unknown>
  onCancel: () => void
  explain?: (error: unknown) => string
}

const usually = (error: unknown) => messageOf(error, 'This could not be done. Please try again.')

/** Re-authenticates before an action. */
export const ProofForm = ({ hasPassword = true, hasCodes, ...rest }: Props) => {
  const [byCode, setByCode] = useState(false)
  const other = hasCodes ? (
    <Button variant="quiet" size="small" onClick={() => setByCode(!byCode)} className="-ml-3">
      {byCode ? 'Use the password instead' : 'Use a code instead'}
    </Button>
  ) : null
  if (!hasPassword) return <PlainForm {...rest} />
  return byCode ? <CodeForm {...rest} other={other} /> : <PasswordForm {...rest} other={other} />
}

type FormProps = Omit<Props, 'hasCodes' | 'hasPassword'> & { other: ReactNode }

const PlainForm = ({ save, explain = usually, children, ...buttons }: Omit<FormProps, 'other'>) => {
  const {
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: z.object({}),
    labels: {},
    save,
    explain,
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      {children}
      <Buttons {...buttons} sending={sending} />
    </form>
  )
}

const PasswordForm = ({ save, explain = usually, other, children, ...buttons }: FormProps) => {
  const {
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: ByPassword,
    idPrefix: 'proof-',
    labels: { password: 'Your password' },
    save,
    explain,
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      {children}
      <PasswordField {...field('password')} autoComplete="current-password" />
      {other}
      <Buttons {...buttons} sending={sending} />
    </form>
  )
}

const CodeForm = ({ save, explain = usually, other, children, ...buttons }: FormProps) => {
  const {
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: ByCode,
    idPrefix: 'proof-',
    labels: { code: 'Code' },
    save,
    explain,
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      {children}
      <TextField
        {...field('code')}
        autoComplete="one-time-code"
        hint="From your authenticator app, or a recovery code"
      />
      {other}
      <Buttons {...buttons} sending={sending} />
    </form>
  )
}

type ButtonsProps = Pick<Props, 'action' | 'danger' | 'onCancel'> & {
  sending: { busy: boolean; ready: boolean }
}

const Buttons = ({ action, danger = false, onCancel, sending }: ButtonsProps) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" variant={danger ? 'danger' : 'primary'} {...sending}>
      {action}
    </Button>
  </div>
)
