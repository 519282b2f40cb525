import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

import { consultations } from './queries.ts'

/** Solves the proof of work required of frequent bookers: about a second on a phone. */
export const solveProof = async (): Promise<string> => {
  const challenge = await consultations.getChallenge()
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
