import { lazy, Suspense } from 'react'
import { Link, Navigate } from 'react-router'

import { PageHeading } from '#ui/page-heading'
import { Spinner } from '#ui/spinner'
import { paths } from '#web/paths'

import { useAuth } from './auth.ts'
import { AuthPanel } from './AuthPanel.tsx'

const loading = import('./RegisterForm.tsx')
const RegisterForm = lazy(async () => ({ default: (await loading).RegisterForm }))

const RegisterPage = () => {
  if (useAuth().state === 'signedIn') return <Navigate to={paths.dashboard} replace />
  return (
    <AuthPanel>
      <PageHeading>Create your account</PageHeading>
      <p className="mt-3 mb-8 text-muted">
        Already have one?{' '}
        <Link to={paths.login} className="link">
          Sign in
        </Link>
        .
      </p>
      <Suspense fallback={<Spinner />}>
        <RegisterForm />
      </Suspense>
    </AuthPanel>
  )
}

export default RegisterPage
