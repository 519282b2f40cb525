import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { site } from '#contract/site'

import type { TestApp } from './start-app.ts'

/** Headers of a call with a proof of work, solved as a browser would. */
export const proofOfWork = async (app: TestApp): Promise<Record<string, string>> => {
  const challenge = await app.visitor().call(site).getChallenge()
  const solution = await solveChallenge({ challenge, deriveKey })
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return { 'proof-of-work': proof }
}
