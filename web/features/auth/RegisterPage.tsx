import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, lazyPart, PageHeading, Spinner } from '#ui'

import { SkipWhenSignedIn } from './SkipWhenSignedIn.tsx'

const loading = import('./RegisterForm.tsx')
const RegisterForm = lazyPart(() => loading, 'RegisterForm', Spinner)

// Never re-rendered before hydration: that would discard typed input.
const form = <RegisterForm />

const RegisterPage = () => (
  <>
    <SkipWhenSignedIn />
    <AuthPanel>
      <PageHeading description="Create a free account for a learner, a parent or a guardian. If you are under 13, we ask a grown-up first.">
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
