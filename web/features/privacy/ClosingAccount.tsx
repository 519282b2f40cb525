import Undo from 'lucide-react/icons/undo-2'

import { Alert, AuthPanel, Button, PageHeading } from '#ui'
import { SignOutButton, useUser } from '#views/auth'
import { messageOf } from '#web/api'
import { dateOf } from '#web/format'

import { useRestoreAccount } from './queries.ts'

const explain = (error: unknown) =>
  messageOf(error, 'Your account could not be restored. Please try again.')

/** Replaces every page while an account is scheduled for deletion: deadline and restore button. */
export const ClosingAccount = () => {
  const { first_name, deletion_due_at } = useUser()
  const restore = useRestoreAccount()
  return (
    <AuthPanel>
      <PageHeading title="Your account is closed">Goodbye, {first_name}?</PageHeading>
      <div className="mt-4 space-y-5">
        <p>
          Your account is closed. {deletion_due_at ? `On ${dateOf(deletion_due_at)} ` : 'Soon '}
          everything in it will be erased: your quests, your evidence, your XP and your portfolio.
          Until then nobody else can see any of it.
        </p>
        <p>Nothing has been lost yet. If you keep your account, everything will be as it was.</p>
        {restore.isError ? (
          <Alert tone="danger" role="alert">
            {explain(restore.error)}
          </Alert>
        ) : null}
      </div>
      <div className="mt-8 flex flex-wrap gap-3 border-t border-line pt-5">
        <Button
          icon={<Undo aria-hidden size={18} />}
          busy={restore.isPending}
          onClick={() => restore.mutate(undefined)}
        >
          Keep my account
        </Button>
        <SignOutButton>Sign out</SignOutButton>
      </div>
    </AuthPanel>
  )
}
