import { lazy, Suspense } from 'react'
import { Link, Navigate } from 'react-router'

import { PageHeading } from '#ui/page-heading'
import { Spinner } from '#ui/spinner'
import { paths } from '#web/paths'

import { useAuth } from './auth.ts'
import { AuthPanel } from './AuthPanel.tsx'

// The form stands in the page's HTML; its script is fetched at once, beside the frame's and not before it.
const loading = import('./LoginForm.tsx')
const LoginForm = lazy(async () => ({ default: (await loading).LoginForm }))

const LoginPage = () => {
  if (useAuth().state === 'signedIn') return <Navigate to={paths.dashboard} replace />
  return (
    <AuthPanel>
      <PageHeading title="Sign in">Welcome back</PageHeading>
      <p className="mt-3 mb-8 text-muted">
        New here? You can{' '}
        <Link to={paths.register} className="link">
          create a new account
        </Link>
        .
      </p>
      <Suspense fallback={<Spinner />}>
        <LoginForm />
      </Suspense>
    </AuthPanel>
  )
}

export default LoginPage
