import Hourglass from 'lucide-react/icons/hourglass'

import { AuthPanel } from '#ui/auth-panel'
import { PageHeading } from '#ui/page-heading'
import { MailboxLink, RefreshUser, ResendButton, SignOutButton, useAuth } from '#views/auth'

import { consent } from './queries.ts'

/** In place of every page while a guardian has not agreed: what is going on, and the three things that can be done. */
export const AwaitingConsent = () => {
  const { user } = useAuth({ refetchOnWindowFocus: 'always' })
  return (
    <AuthPanel>
      <Hourglass aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-brand" />
      <PageHeading title="Waiting for your guardian">
        {user ? `Almost there, ${user.first_name}` : 'Almost there'}
      </PageHeading>
      <div className="mt-4 space-y-5">
        <p>
          Because you are under 13, your parent or guardian has to say yes first. We have written to
          the address you gave us. As soon as they agree, you can begin.
        </p>
        <MailboxLink />
        <p className="text-muted">
          Has it been a while? Ask them to look into their inbox, or have the message sent again. If
          nobody agrees within a few days, the account is deleted, and nothing of it is kept.
        </p>
        <ResendButton send={() => consent.resendConsent()}>
          Send my guardian the message again
        </ResendButton>
      </div>
      <div className="mt-8 flex flex-wrap gap-3 border-t border-line pt-5">
        <RefreshUser>They have agreed</RefreshUser>
        <SignOutButton>Sign out</SignOutButton>
      </div>
    </AuthPanel>
  )
}
