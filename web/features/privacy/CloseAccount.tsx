import { useState } from 'react'

import { Closing } from '#contract/privacy'
import type { Profile } from '#contract/profile'
import { CONSENT_AGE, fullYears } from '#rules/age'
import { Button, Dialog, FormErrorSummary, PasswordField, TextField } from '#ui'
import { useAppForm } from '#web/form'

import { useCloseAccount } from './queries.ts'

/** Last section of the profile. Closing can be undone for thirty days. Under 13, only guardians can close the account. */
export const CloseAccount = ({ email, date_of_birth }: Profile) => {
  const [open, setOpen] = useState(false)
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  if (date_of_birth !== null && fullYears(date_of_birth, today) < CONSENT_AGE) {
    return (
      <p className="text-muted">
        Until you are 13, your parent or guardian closes your account: they find it in their family
        dashboard.
      </p>
    )
  }
  return (
    <>
      <p>
        Your quests, your evidence, your XP and your portfolio are erased after 30 days. Until then
        nobody else sees them, and you can change your mind. You may want to export your data first.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog open={open} title="Delete your account?" onClose={() => setOpen(false)}>
        {open ? <ClosingForm email={email} cancel={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}

const ClosingForm = ({ email, cancel }: { email: string; cancel: () => void }) => {
  const close = useCloseAccount()
  const {
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: Closing,
    idPrefix: 'closing-',
    labels: { confirmation: 'Your email address', password: 'Your password' },
    save: (body) => close.mutateAsync({ body }),
    failed: 'Your account could not be closed. Please try again.',
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <p>
        Other devices are signed out at once. On the thirtieth day everything is erased, and nobody
        can bring it back.
      </p>
      <TextField
        {...field('confirmation')}
        type="email"
        autoComplete="off"
        hint={`Type ${email} to show that you mean it.`}
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
