import { useState } from 'react'

import { signInCards as table } from '#contract/sign-in-cards'
import { Alert, PasswordField, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { signInCards } from './queries.ts'

type Props = {
  learnerId: string
  /** The account is the reader's own: it takes their password. */
  isOwn?: boolean
}

/** Adds an email address to an account without one; counts once the mail is confirmed. */
export const AddressForm = ({ learnerId, isOwn = false }: Props) => {
  const add = useApiMutation(signInCards.addAddress)
  const [sent, setSent] = useState<string>()
  const { field, frame } = useAppForm({
    schema: table.addAddress.body,
    idPrefix: 'address-',
    labels: { email: 'Email', password: 'Your password' },
    save: async (body) => {
      const { message } = await add.mutateAsync({ params: { id: learnerId }, body })
      setSent(message)
    },
    failed: 'The email could not be sent. Please try again.',
  })
  if (sent) {
    return (
      <Alert tone="success" role="status">
        {sent}
      </Alert>
    )
  }
  return (
    <ChangeForm {...frame} className="space-y-4" action="Add the address">
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        hint={`${isOwn ? 'Your' : 'The learner’s'} own address. Whoever reads its mail can set a new password.`}
      />
      {isOwn ? <PasswordField {...field('password')} autoComplete="current-password" /> : null}
    </ChangeForm>
  )
}
