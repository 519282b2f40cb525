import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'

import type { LoginReply } from '#contract/auth'
import type { FactorResult, NewPasskey, Proof, PasskeyAssertion } from '#contract/second-factor'
import { messageOf } from '#web/api'

import { secondFactor } from './queries.ts'

// The options come from the server-side half of the same library.
const ask = async (options: object): Promise<PasskeyAssertion> => {
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return startAuthentication({ optionsJSON }) as Promise<PasskeyAssertion>
}

/** Signs in with a passkey alone. */
export const signInWithPasskey = async (): Promise<LoginReply> => {
  const passkey = await ask(await secondFactor.askPasskey())
  return secondFactor.showPasskey({ body: { passkey } })
}

/** Completes a sign-in with a passkey. */
export const showSecondPasskey = async (token: string): Promise<LoginReply> => {
  const passkey = await ask(await secondFactor.askSecondPasskey({ body: { token } }))
  return secondFactor.showSecondPasskey({ body: { token, passkey } })
}

/** Creates a passkey on this device, or on another that the browser offers. */
export const createPasskey = async (name: string, proof: Proof): Promise<FactorResult> => {
  const options: unknown = await secondFactor.beginPasskey({ body: proof })
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const passkey = (await startRegistration({ optionsJSON })) as NewPasskey
  return secondFactor.addPasskey({ body: { name, passkey } })
}

/** Error message for a failed passkey. */
export const passkeyFailure = (error: unknown): string => {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.'
  // Browsers do not reveal whether the user canceled, timed out or has no passkey.
  if (error instanceof Error && error.name === 'NotAllowedError') return 'No passkey was used.'
  return messageOf(error, 'The passkey could not be used. Please try again.')
}
