import { errors, jwtVerify, SignJWT } from 'jose'

import type { Parts } from '#platform/http'

const AUDIENCE = 'lodestar'
const ALGORITHM = 'HS256'
export const ACCESS_TOKEN_SECONDS = 15 * 60

type AccessClaims = { userId: string; sessionId: string; expiresAt: number }

/** A signed token that names a session; whether that session is still open is checked at each request. */
export const signAccessToken = (
  { secret, clock }: Pick<Parts, 'secret' | 'clock'>,
  { userId, sessionId }: Omit<AccessClaims, 'expiresAt'>,
): Promise<string> => {
  const issuedAt = Math.floor(clock().getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(secret)
}

/** The claims of a token that we signed for ourselves and that has not expired; otherwise null. */
export const readAccessToken = async (
  { secret, clock }: Pick<Parts, 'secret' | 'clock'>,
  token: string,
): Promise<AccessClaims | null> => {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: clock(),
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    return {
      userId: String(payload.sub),
      sessionId: String(payload.sid),
      expiresAt: Number(payload.exp) * 1000,
    }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}
