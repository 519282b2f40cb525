import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import * as z from 'zod/mini'

import type { Parts } from '#platform/http'

const AUDIENCE = 'lodestar'
const ALGORITHM = 'HS256'
export const ACCESS_TOKEN_SECONDS = 15 * 60

type AccessClaims = { userId: string; sessionId: string; expiresAt: number }

const Claims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() })

/** Signs a token that names a session. Each request checks that the session is still open. */
export const signAccessToken = (
  { secret, clock }: Pick<Parts, 'secret' | 'clock'>,
  { userId, sessionId }: Omit<AccessClaims, 'expiresAt'>,
): string => {
  const sign = createSigner({ key: Buffer.from(secret), algorithm: ALGORITHM, aud: AUDIENCE })
  const iat = Math.floor(clock().getTime() / 1000)
  return sign({ sub: userId, sid: sessionId, iat, exp: iat + ACCESS_TOKEN_SECONDS })
}

/**
 * Reads the claims of an unexpired token that this site signed, else null. Runs on the calling thread because every request needs
 * it (decisions/0058).
 */
export const accessTokenReader = ({ secret, clock }: Pick<Parts, 'secret' | 'clock'>) => {
  const verify = createVerifier({
    key: Buffer.from(secret),
    algorithms: [ALGORITHM],
    allowedAud: AUDIENCE,
    // Checked below, against our own clock.
    ignoreExpiration: true,
  })
  return (token: string): AccessClaims | null => {
    try {
      const { sub, sid, exp } = z.parse(Claims, verify(token))
      const expiresAt = exp * 1000
      return expiresAt > clock().getTime() ? { userId: sub, sessionId: sid, expiresAt } : null
    } catch (error) {
      if (error instanceof TokenError || error instanceof z.core.$ZodError) return null
      throw error
    }
  }
}
