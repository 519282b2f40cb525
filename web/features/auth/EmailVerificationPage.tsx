import MailCheck from 'lucide-react/icons/mail-check'
import { Link, Navigate } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, PageHeading } from '#ui'
import { useSettings } from '#views/site'

import { auth, useAuth } from './auth.ts'
import { ResendForm } from './lazy-components.ts'
import { MailboxLink } from './MailboxLink.tsx'
import { RefreshUser } from './RefreshUser.tsx'
import { registered } from './registered.ts'
import { ResendButton } from './ResendButton.tsx'

const EmailVerificationPage = () => {
  const own = useAuth({ refetchOnWindowFocus: 'always' })
  const email = own.user?.email ?? registered.email
  const { site_name } = useSettings()
  if (own.state === 'signedIn' && own.user.email_verified) {
    return <Navigate to={paths.dashboard} replace />
  }
  return (
    <AuthPanel>
      <MailCheck aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-brand" />
      <PageHeading title="Confirm your email">Check your inbox</PageHeading>
      <div className="mt-4 space-y-5">
        {email ? (
          <>
            <p>
              {site_name} has sent a message to <strong>{email}</strong>. Open the link in it to
              confirm that this address is yours.
            </p>
            <MailboxLink />
            <p className="text-muted">Nothing there? Check your spam folder, or send it again.</p>
            <ResendButton send={() => auth.resendVerification({ body: { email } })}>
              Send the message again
            </ResendButton>
          </>
        ) : (
          <>
            <p>Which address do you want to confirm?</p>
            <ResendForm />
            <MailboxLink />
          </>
        )}
      </div>
      <div className="mt-8 border-t border-line pt-5">
        {own.state === 'signedIn' ? (
          <RefreshUser>I have confirmed it</RefreshUser>
        ) : (
          <p>
            Confirmed?{' '}
            <Link to={paths.login} className="link">
              Sign in
            </Link>
          </p>
        )}
      </div>
    </AuthPanel>
  )
}

export default EmailVerificationPage
