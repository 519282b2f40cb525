import { type ReactNode, useState } from 'react'

import type { LoginReply, SecondFactorRequired } from '#contract/auth'
import { toast } from '#ui'
import { SecondStep } from '#views/second-factor'

import { useSignInWith } from './auth.ts'
import { useAfterSignIn } from './welcome.ts'

/** Sign-in with a password: what follows the server's reply, and the form of the second step while it is due. */
export const usePasswordSignIn = (): {
  goOn: (reply: LoginReply | SecondFactorRequired) => void
  secondStep: ReactNode
} => {
  const enter = useSignInWith()
  const welcome = useAfterSignIn()
  const [asked, setAsked] = useState<SecondFactorRequired['second_factor']>()
  const goOn = (reply: LoginReply | SecondFactorRequired) => {
    if ('second_factor' in reply) setAsked(reply.second_factor)
    else toast.success(welcome(enter(reply)))
  }
  const secondStep = asked ? (
    <SecondStep asked={asked} onSignedIn={goOn} onStartAgain={() => setAsked(undefined)} />
  ) : null
  return { goOn, secondStep }
}
