import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Solves a proof of work that the server asks of frequent callers: about a second on a phone. */
export const solveProof = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
