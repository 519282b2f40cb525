import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, AuthPanel, ButtonLink, lazyPart, PageHeading, Spinner } from '#ui'

const loading = import('./NewPasswordForm.tsx')
const NewPasswordForm = lazyPart(() => loading, 'NewPasswordForm', Spinner)

/** Removes the token from the address at once: it is valid until a password is chosen, and others may use this browser. */
const ResetPasswordPage = () => {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const [link, setLink] = useState(address)
  const isNew = address.has('token') && address.get('token') !== link.get('token')
  if (isNew) setLink(address)
  useEffect(() => {
    if (address.has('token')) void navigate(paths.resetPassword, { replace: true })
  }, [address, navigate])
  const token = link.get('token') ?? ''
  /** In a link that was handed over to a learner without an email address. */
  const name = /^[a-z]+\d+$/.exec(link.get('name') ?? '')?.[0]
  const [done, setDone] = useState(false)
  if (!token) {
    return (
      <AuthPanel>
        <PageHeading title="Choose a new password">This link is incomplete</PageHeading>
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
        <PageHeading>Your password has been changed</PageHeading>
        <div className="mt-4 mb-6">
          <Alert tone="success" role="status">
            You have been signed out everywhere.
          </Alert>
        </div>
        {name ? (
          <p className="mb-6">
            Your sign-in name is <strong>{name}</strong>.
          </p>
        ) : null}
        <ButtonLink to={name ? paths.loginByName : paths.login}>Sign in</ButtonLink>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel>
      <PageHeading>Choose a new password</PageHeading>
      <NewPasswordForm key={token} token={token} onDone={() => setDone(true)} />
    </AuthPanel>
  )
}

export default ResetPasswordPage
