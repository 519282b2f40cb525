import { createHmac } from 'node:crypto'

import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

// Frequent callers are asked for a proof of work (ALTCHA): unnoticeable for a person, costly for a script. It involves no third
// party and no image to decipher.

export const SOLUTION_MINUTES = 10

/** Takes a phone about a second. */
export const issueChallenge = async ({
  secret,
  clock,
}: {
  secret: Uint8Array
  clock: () => Date
}) => {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 2000,
    keyPrefix: '00',
    deriveKey,
    expiresAt: Math.floor(clock().getTime() / 1000) + SOLUTION_MINUTES * 60,
    hmacSignatureSecret: keyFrom(secret),
  })
  return { parameters: { ...parameters, expiresAt: parameters.expiresAt! }, signature: signature! }
}

/**
 * Returns what identifies the challenge that `proof` solves; undefined if it solves none of this site's.
 * @param proof base64 of JSON: the challenge and its solution
 */
export const findSolved = async (
  secret: Uint8Array,
  proof: string,
): Promise<string | undefined> => {
  const payload = readPayload(proof)
  if (!payload) return undefined
  const options = { ...payload, deriveKey, hmacSignatureSecret: keyFrom(secret) }
  const { verified } = await verifySolution(options)
  return verified ? String(payload.challenge.signature) : undefined
}

const keyFrom = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('proof of work').digest('base64url')

const readPayload = (proof: string): Payload | undefined => {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString()) as Payload
    const isWhole =
      typeof challenge.parameters === 'object' &&
      challenge.parameters !== null &&
      typeof challenge.signature === 'string' &&
      typeof solution.derivedKey === 'string'
    return isWhole ? { challenge, solution } : undefined
  } catch {
    return undefined
  }
}
