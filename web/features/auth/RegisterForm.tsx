import { useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type * as z from 'zod/mini'

import { Registration } from '#contract/auth'
import { paths } from '#contract/paths'
import { needsConsent } from '#rules/age'
import { Alert, Button, Checkbox, FormErrorSummary, toast } from '#ui'
import { readDemoInputs } from '#views/demo'
import { useIdempotencyKey } from '#web/api'
import { useHydrated } from '#web/browser'
import { useAppForm } from '#web/form'

import { registerFailure } from './failures.ts'
import { visibleFields, useRegister } from './register.ts'
import { registered } from './registered.ts'
import { AboutYou, Address, Contact, NewPassword } from './RegisterGroups.tsx'

const LABELS = {
  account_type: 'Who is this account for?',
  first_name: 'First name',
  last_name: 'Last name',
  date_of_birth: 'Date of birth',
  parent_email: 'Parent/guardian email',
  email: 'Email',
  phone_number: 'Phone number',
  address_line1: 'Address line 1',
  address_line2: 'Address line 2',
  city: 'City',
  state: 'State or region',
  postal_code: 'Postal code',
  country: 'Country',
  interests: 'Interests',
  password: 'Password',
  confirmPassword: 'Confirm password',
  acceptedLegalTerms: 'Terms of Service and Privacy Policy',
} as const

const today = () => new Date().toISOString().slice(0, 10)

const isUnder13 = (birthday: string | undefined): boolean =>
  Boolean(birthday) && needsConsent(birthday ?? '', today())

/** Prefills answers from the demo into empty fields. */
const useDemoAnswers = (
  form: UseFormReturn<z.input<typeof Registration>, unknown, Registration>,
) => {
  const ready = useHydrated()
  const answers = useMemo(() => (ready ? readDemoInputs() : undefined), [ready])
  useEffect(() => {
    if (!answers) return
    if (!form.getValues('first_name')) form.setValue('first_name', answers.name)
    if (!form.getValues('interests')) form.setValue('interests', answers.interests)
    if (answers.isParent) form.setValue('account_type', 'parent')
  }, [form, answers])
  return answers
}

/** Restores a radio button chosen before hydration: the form library keeps early text, but not this. */
const useEarlyChoice = (
  form: UseFormReturn<z.input<typeof Registration>, unknown, Registration>,
) => {
  const [chosen] = useState(() =>
    typeof document === 'undefined'
      ? undefined
      : document.querySelector<HTMLInputElement>('input[name=account_type]:checked')?.value,
  )
  useEffect(() => {
    if (chosen === 'student' || chosen === 'parent') form.setValue('account_type', chosen)
  }, [form, chosen])
}

export const RegisterForm = () => {
  const navigate = useNavigate()
  const register = useRegister()
  const [trying, setTrying] = useState('')
  const showRetry = (attempt: number, attempts: number) =>
    setTrying(`Trying again, ${attempt} of ${attempts}`)
  const withKey = useIdempotencyKey()
  const {
    form,
    field,
    errorOf,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: Registration,
    labels: LABELS,
    relevant: (values) => visibleFields(values, isUnder13(values.date_of_birth)),
    save: async (body) => {
      const reply = await withKey((idempotencyKey) =>
        register(body, { idempotencyKey, onRetry: showRetry }),
      ).finally(() => setTrying(''))
      toast.success('Account created successfully!')
      if (reply.email_verification_required) {
        registered.email = reply.user.email
        await navigate(paths.emailVerification)
      } else {
        await navigate(reply.session.authenticated ? paths.dashboard : paths.login)
      }
    },
    explain: (error) => {
      const words = registerFailure(error)
      toast.error(words)
      return words
    },
  })
  useEarlyChoice(form)
  const answers = useDemoAnswers(form)
  const under13 = isUnder13(form.watch('date_of_birth'))
  return (
    <form noValidate method="post" onSubmit={submit} className="space-y-10">
      <FormErrorSummary {...summary} />
      <AboutYou
        field={field}
        under13={under13}
        asksInterests={Boolean(answers?.interests)}
        today={today()}
      />
      <Contact field={field} under13={under13} />
      {under13 ? null : <Address field={field} />}
      <NewPassword field={field} password={form.watch('password') ?? ''} />
      <div className="space-y-5">
        <Alert>
          Joining the academy? Its agreement is signed in person; the{' '}
          <Link to={paths.academyHandbook} className="font-medium underline underline-offset-2">
            academy handbook
          </Link>{' '}
          explains how.
        </Alert>
        <Checkbox
          {...form.register('acceptedLegalTerms')}
          id="acceptedLegalTerms"
          error={errorOf('acceptedLegalTerms')}
          aria-required
          label={
            <>
              I accept the{' '}
              <Link to={paths.terms} target="_blank" className="link">
                Terms of Service
              </Link>{' '}
              and the{' '}
              <Link to={paths.privacy} target="_blank" className="link">
                Privacy Policy
              </Link>
            </>
          }
        />
        <Button type="submit" size="large" {...sending} className="w-full">
          {sending.busy ? 'Creating account...' : 'Create account'}
        </Button>
        <p role="status" className="text-center font-medium text-warning">
          {trying}
        </p>
      </div>
    </form>
  )
}
