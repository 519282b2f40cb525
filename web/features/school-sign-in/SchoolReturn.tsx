import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'

import type { LoginReply, SecondFactorRequired } from '#contract/auth'
import { paths } from '#contract/paths'
import { Alert, ButtonLink, PageHeading, LabeledSpinner, toast } from '#ui'
import { useAuth, useSignInWith, useAfterSignIn } from '#views/auth'
import { SecondStep } from '#views/second-factor'
import { messageOf } from '#web/api'
import { consumeReturnPath } from '#web/session'

import { schoolSignIn } from './queries.ts'

type Outcome =
  | { is: 'waiting' }
  | { is: 'asked'; asked: SecondFactorRequired['second_factor'] }
  | { is: 'entered'; to: string }
  | { is: 'linked' }
  | { is: 'refused'; words: string }

/** Submits the provider's response by POST, and shows the outcome. */
export const SchoolReturn = () => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const enter = useSignInWith()
  const welcome = useAfterSignIn()
  const isSignedIn = useAuth().state === 'signedIn'
  const [outcome, setOutcome] = useState<Outcome>({ is: 'waiting' })

  const goOn = (reply: LoginReply) => {
    toast.success(welcome(enter(reply)))
    setOutcome({ is: 'entered', to: consumeReturnPath() })
  }
  const finish = async (query: string) => {
    try {
      const reply = await schoolSignIn.finishSchoolSignIn({ body: { query } })
      if ('linked' in reply) setOutcome({ is: 'linked' })
      else if ('second_factor' in reply) {
        setOutcome({ is: 'asked', asked: reply.second_factor })
      } else goOn(reply)
    } catch (error) {
      const words = messageOf(error, 'Signing in with your school account did not work.')
      setOutcome({ is: 'refused', words })
    }
  }
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    // The response is used up, and must not stay in the history.
    window.history.replaceState(window.history.state, '', paths.schoolReturn)
    void finish(search)
  })

  if (outcome.is === 'entered') return <Navigate to={outcome.to} replace />
  if (outcome.is === 'linked') return <Navigate to={`${paths.profile}#signing-in`} replace />
  return (
    <>
      {outcome.is === 'waiting' ? (
        <>
          <PageHeading>Signing you in</PageHeading>
          <LabeledSpinner label="Signing you in" />
        </>
      ) : null}
      {outcome.is === 'asked' ? (
        <>
          <PageHeading>Welcome back</PageHeading>
          <div className="mt-6">
            <SecondStep
              asked={outcome.asked}
              onSignedIn={goOn}
              onStartAgain={() => void navigate(paths.login, { replace: true })}
            />
          </div>
        </>
      ) : null}
      {outcome.is === 'refused' ? (
        <div className="space-y-6">
          <PageHeading title="Not signed in">This did not work</PageHeading>
          <Alert tone="danger" role="alert">
            {outcome.words}
          </Alert>
          {isSignedIn ? (
            <ButtonLink to={paths.profile}>Back to your profile</ButtonLink>
          ) : (
            <ButtonLink to={paths.login}>Back to the sign-in page</ButtonLink>
          )}
        </div>
      ) : null}
    </>
  )
}
