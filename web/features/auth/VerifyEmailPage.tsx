import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, AuthPanel, Button, ButtonLink, PageHeading, LabeledSpinner } from '#ui'
import { messageOf, statusOf } from '#web/api'

import { auth, useAuth, useRefreshUser } from './auth.ts'
import { ResendForm } from './lazy-components.ts'

const Confirmed = () => {
  const signedIn = useAuth().state === 'signedIn'
  return (
    <>
      <PageHeading>Your email is confirmed</PageHeading>
      <p className="mt-4 mb-6">Thank you. Everything is ready for your first quest.</p>
      {signedIn ? (
        <ButtonLink to={paths.dashboard}>Go to the dashboard</ButtonLink>
      ) : (
        <ButtonLink to={paths.login}>Sign in</ButtonLink>
      )}
    </>
  )
}

const Refused = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const status = statusOf(error) ?? 0
  const worthRetrying = status === 0 || status === 429 || status >= 500
  return (
    <div className="space-y-6">
      <PageHeading title="Email not confirmed">Your email could not be confirmed</PageHeading>
      <Alert tone="danger" role="alert">
        {messageOf(error, 'The link could not be used.')}
      </Alert>
      {worthRetrying ? (
        <Button onClick={onRetry}>Try again</Button>
      ) : (
        <>
          <p>A link works once and for a limited time. You can ask for a new one:</p>
          <ResendForm />
        </>
      )}
    </div>
  )
}

type Outcome = { is: 'waiting' } | { is: 'confirmed' } | { is: 'refused'; error: unknown }

/** Target of the emailed link. The page sends the token by POST, so that a mail scanner's GET verifies nothing. */
const VerifyEmailPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  const refreshUser = useRefreshUser()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'waiting' })
  const confirm = async () => {
    setOutcome({ is: 'waiting' })
    try {
      await auth.verifyEmail({ body: { token } })
      await refreshUser()
      setOutcome({ is: 'confirmed' })
    } catch (error) {
      setOutcome({ is: 'refused', error })
    }
  }
  const sent = useRef('')
  useEffect(() => {
    if (!token || sent.current === token) return
    sent.current = token
    void confirm()
  })
  return (
    <AuthPanel>
      <MailCheck aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-brand" />
      {outcome.is === 'confirmed' ? <Confirmed /> : null}
      {outcome.is === 'refused' ? (
        <Refused error={outcome.error} onRetry={() => void confirm()} />
      ) : null}
      {token && outcome.is === 'waiting' ? (
        <>
          <PageHeading>Confirming your email</PageHeading>
          <LabeledSpinner label="Confirming" />
        </>
      ) : null}
      {token ? null : (
        <div className="space-y-5">
          <PageHeading title="Confirm your email">This link is incomplete</PageHeading>
          <p>Please open the link from the message again, or ask for a new one:</p>
          <ResendForm />
        </div>
      )}
    </AuthPanel>
  )
}

export default VerifyEmailPage
