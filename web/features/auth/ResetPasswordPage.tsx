import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, AuthPanel, ButtonLink, lazyPart, PageHeading, Spinner } from '#ui'

const loading = import('./NewPasswordForm.tsx')
const NewPasswordForm = lazyPart(() => loading, 'NewPasswordForm', Spinner)

const ResetPasswordPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  const [done, setDone] = useState(false)
  if (!token) {
    return (
      <AuthPanel>
        <PageHeading title="Choose a new password">This link is not complete</PageHeading>
        <p className="mt-4 mb-6">
          Please open the link from the message again, or ask for a new one.
        </p>
        <ButtonLink to={paths.forgotPassword}>Ask for a new link</ButtonLink>
      </AuthPanel>
    )
  }
  if (done) {
    return (
      <AuthPanel>
        <PageHeading>Your password is changed</PageHeading>
        <div className="mt-4 mb-6">
          <Alert tone="success" role="status">
            Wherever you were signed in before, you are signed out now.
          </Alert>
        </div>
        <ButtonLink to={paths.login}>Sign in</ButtonLink>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel>
      <PageHeading>Choose a new password</PageHeading>
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
    </AuthPanel>
  )
}

export default ResetPasswordPage
