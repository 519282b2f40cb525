import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, lazyPart, PageHeading, Spinner } from '#ui'

import { LeaveSignedIn } from './LeaveSignedIn.tsx'

// The form is in the page's HTML; its script loads immediately, in parallel with the page's.
const loading = import('./LoginForm.tsx')
const LoginForm = lazyPart(() => loading, 'LoginForm', Spinner)

// Never re-rendered before hydration: that would discard typed input.
const form = <LoginForm />

const LoginPage = () => (
  <>
    <LeaveSignedIn />
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
    </AuthPanel>
  </>
)

export default LoginPage
