import { createHmac } from 'node:crypto'

import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { DomainError, forbidden, type Parts } from '#platform/http'
import type { Limit } from '#platform/limits'

// Who books many times does some work first (ALTCHA): nothing that a family would notice, and much for a robot. No third
// party is asked, and nobody has to read letters in a picture.

const HOUR = 3600
const MANY = 'That was a lot of bookings. Please try again later.'
/** Of one network, a school's for example, before work is asked for; the contract says how many there are with it. */
const FREE: Limit = { name: 'consultations-free', points: 20, seconds: HOUR, message: MANY }
/** Each solution counts once. */
const USED: Limit = { name: 'consultation-proof', points: 1, seconds: HOUR, message: MANY }

const MINUTES = 10

/** About a second of a phone's time. */
export const makeChallenge = async ({ secret, clock }: Pick<Parts, 'secret' | 'clock'>) => {
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

/** @throws 403 `proof_needed` where a solution has to come along */
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
    'Many bookings have come from where you are. Please send yours again: your browser does a little work first.',
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
