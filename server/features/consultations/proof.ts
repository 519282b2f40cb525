import { createHmac } from 'node:crypto'

import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { DomainError, forbidden, type Parts } from '#platform/http'
import type { Limit } from '#platform/limits'

// Frequent bookings require a proof of work (ALTCHA): unnoticeable for a family, costly for a bot. It involves no third party and
// no image to decipher.

const HOUR = 3600
const MANY = 'You’ve made a lot of bookings. Please try again later.'
/** Per network, for example a school's, before a proof is required; the contract sets the limit with proof. */
const FREE: Limit = { name: 'consultations-free', points: 20, seconds: HOUR, message: MANY }
/** Each solution is valid once. */
const USED: Limit = { name: 'consultation-proof', points: 1, seconds: HOUR, message: MANY }

const MINUTES = 10

/** Takes a phone about a second. */
export const issueChallenge = async ({ secret, clock }: Pick<Parts, 'secret' | 'clock'>) => {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 2000,
    keyPrefix: '00',
    deriveKey,
    expiresAt: Math.floor(clock().getTime() / 1000) + MINUTES * 60,
    hmacSignatureSecret: keyFrom(secret),
  })
  return { parameters: { ...parameters, expiresAt: parameters.expiresAt! }, signature: signature! }
}

/** @throws 403 `proof_needed` if a solution is required */
export const admitVisitor = async (
  { limits, secret }: Pick<Parts, 'limits' | 'secret'>,
  network: string,
  proof: string | undefined,
): Promise<void> => {
  if (proof === undefined) {
    await limits.take(FREE, network).catch((error: unknown) => {
      throw error instanceof DomainError ? needed() : error
    })
    return
  }
  const payload = readPayload(proof)
  const { verified } = payload
    ? await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: keyFrom(secret) })
    : { verified: false }
  if (!payload || !verified) throw needed()
  await limits.take(USED, String(payload.challenge.signature)).catch((error: unknown) => {
    throw error instanceof DomainError ? needed() : error
  })
}

const needed = () =>
  forbidden(
    'There have been many bookings from your network. Please send yours again: your browser will do a short check first.',
    'proof_needed',
  )

const keyFrom = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('consultation challenge').digest('base64url')

const readPayload = (proof: string): Payload | undefined => {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString()) as Payload
    if (typeof challenge.parameters !== 'object' || typeof solution.derivedKey !== 'string')
      return undefined
    return { challenge, solution }
  } catch {
    return undefined
  }
}
