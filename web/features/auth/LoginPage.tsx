import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, lazyPart, PageHeading, Spinner } from '#ui'

import { SkipWhenSignedIn } from './SkipWhenSignedIn.tsx'

// The form is in the page's HTML; its script loads immediately, in parallel with the page's.
const loading = import('./LoginForm.tsx')
const LoginForm = lazyPart(() => loading, 'LoginForm', Spinner)

// Never re-rendered before hydration: that would discard typed input.
const form = <LoginForm />

const LoginPage = () => (
  <>
    <SkipWhenSignedIn />
    <AuthPanel>
      <PageHeading title="Sign in" description="Sign in to continue your quests.">
        Welcome back
      </PageHeading>
      <p className="mt-3 mb-8 text-muted">
        New here? You can{' '}
        <Link to={paths.register} className="link">
          create a new account
        </Link>
        .
      </p>
      {form}
      <p className="mt-8">
        No email address?{' '}
        <Link to={paths.loginByName} className="link inline-flex min-h-6 items-center">
          Sign in with your name or card
        </Link>
      </p>
    </AuthPanel>
  </>
)

export default LoginPage
