import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

import { consultations } from './queries.ts'

/** The work that is asked of who books very often: about a second of a phone's time. */
export const solveProof = async (): Promise<string> => {
  const challenge = await consultations.getChallenge()
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
