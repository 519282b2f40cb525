import { useState } from 'react'

import { Closing } from '#contract/privacy'
import type { Profile } from '#contract/profile'
import { isChild } from '#rules/age'
import { Button, Dialog, FormErrorSummary, PasswordField, TextField } from '#ui'
import { useAppForm } from '#web/form'
import { utcDay } from '#web/format'

import { useCloseAccount } from './queries.ts'

/** Last section of the profile. Closing can be undone for thirty days. Under 13, only guardians can close the account. */
export const CloseAccount = ({ email, sign_in_name, date_of_birth }: Profile) => {
  const [open, setOpen] = useState(false)
  const [today] = useState(utcDay)
  if (isChild(date_of_birth, today)) {
    return (
      <p className="text-muted">
        Until you are 13, only your parent or guardian can close your account. They can do it in
        their family dashboard.
      </p>
    )
  }
  return (
    <>
      <p>
        Your quests, your evidence, your XP and your portfolio are erased after 30 days. Until then
        no one else can see them, and you can change your mind. You may want to export your data
        first.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog open={open} title="Delete your account?" onClose={() => setOpen(false)}>
        {open ? (
          <ClosingForm
            login={email ?? sign_in_name ?? ''}
            hasAddress={email !== null}
            cancel={() => setOpen(false)}
          />
        ) : null}
      </Dialog>
    </>
  )
}

type ClosingFormProps = { login: string; hasAddress: boolean; cancel: () => void }

const ClosingForm = ({ login, hasAddress, cancel }: ClosingFormProps) => {
  const close = useCloseAccount()
  const {
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: Closing,
    idPrefix: 'closing-',
    labels: {
      confirmation: hasAddress ? 'Your email address' : 'Your sign-in name',
      password: 'Your password',
    },
    save: (body) => close.mutateAsync({ body }),
    failed: 'Your account could not be closed. Please try again.',
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <p>
        Your other devices are signed out immediately. After 30 days everything is erased and cannot
        be recovered.
      </p>
      <TextField
        {...field('confirmation')}
        type={hasAddress ? 'email' : 'text'}
        autoComplete="off"
        hint={`Type ${login} to confirm.`}
      />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" {...sending}>
          Delete my account
        </Button>
      </div>
    </form>
  )
}
