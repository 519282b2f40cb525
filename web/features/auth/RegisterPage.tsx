import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, lazyPart, PageHeading, Spinner } from '#ui'

import { LeaveSignedIn } from './LeaveSignedIn.tsx'

const loading = import('./RegisterForm.tsx')
const RegisterForm = lazyPart(() => loading, 'RegisterForm', Spinner)

// Never re-rendered before hydration: that would discard typed input.
const form = <RegisterForm />

const RegisterPage = () => (
  <>
    <LeaveSignedIn />
    <AuthPanel>
      <PageHeading description="Make a free account for a learner, a parent or a guardian. Under 13, a grown-up is asked first.">
        Create your account
      </PageHeading>
      <p className="mt-3 mb-8 text-muted">
        Already have one?{' '}
        <Link to={paths.login} className="link">
          Sign in
        </Link>
        .
      </p>
      {form}
    </AuthPanel>
  </>
)

export default RegisterPage
