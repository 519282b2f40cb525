import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, lazyPart, PageHeading, Spinner } from '#ui'

const loading = import('./ForgotPasswordForm.tsx')
const ForgotPasswordForm = lazyPart(() => loading, 'ForgotPasswordForm', Spinner)

const ForgotPasswordPage = () => (
  <AuthPanel>
    <PageHeading>Forgot your password?</PageHeading>
    <p className="mt-3 mb-8 text-muted">
      Enter your email address, and we will send you a link to choose a new one.
    </p>
    <ForgotPasswordForm />
    <p className="mt-8 text-muted">
      No email address? Your teacher or your family can give you a new link or a new card.
    </p>
    <p className="mt-8">
      <Link to={paths.login} className="link">
        Back to sign in
      </Link>
    </p>
  </AuthPanel>
)

export default ForgotPasswordPage
