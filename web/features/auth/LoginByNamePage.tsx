import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, lazyPart, PageHeading, Spinner } from '#ui'

import { SkipWhenSignedIn } from './SkipWhenSignedIn.tsx'

const loading = import('./LoginByNameForm.tsx')
const LoginByNameForm = lazyPart(() => loading, 'LoginByNameForm', Spinner)

// Never re-rendered before hydration: that would discard typed input.
const form = <LoginByNameForm />

/** For learners without an email address. */
const LoginByNamePage = () => (
  <>
    <SkipWhenSignedIn />
    <AuthPanel>
      <PageHeading title="Sign in with your name">Sign in with your name</PageHeading>
      <p className="mt-3 mb-8 text-muted">
        Your sign-in name is on your card. Do you have the card with you? Point this device’s camera
        at the square and open the link.
      </p>
      {form}
      <p className="mt-8">
        <Link to={paths.login} className="link inline-flex min-h-6 items-center">
          I have an email address
        </Link>
      </p>
    </AuthPanel>
  </>
)

export default LoginByNamePage
