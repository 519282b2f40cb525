import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time during which the previous token is still accepted, so that parallel refreshes all succeed. */
export const GRACE_MS = 10_000

type Session = { id: string; seed: Buffer; generation: number }

const macOf = (secret: Uint8Array, { id, seed, generation }: Session) =>
  createHmac('sha256', secret).update(`refresh|${id}|${generation}|`).update(seed).digest()

/**
 * Refresh token of one generation of a session: `<session>.<generation>.<mac>`. Derived, not stored: a stolen database contains
 * no usable token, and two refreshes with the same token get the same successor.
 */
export const refreshTokenOf = (secret: Uint8Array, session: Session): string =>
  `${session.id}.${session.generation}.${macOf(secret, session).toString('base64url')}`

const SHAPE = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/

/** Parses a refresh token without verifying it; null if malformed. */
export const parseRefreshToken = (
  token: string,
): { sessionId: string; generation: number; mac: Buffer } | null => {
  const [, sessionId, generation, mac] = SHAPE.exec(token) ?? []
  if (!sessionId || !generation || !mac) return null
  return { sessionId, generation: Number(generation), mac: Buffer.from(mac, 'base64url') }
}

/** Verifies the MAC for this session and generation in constant time. */
export const hasValidMac = (secret: Uint8Array, session: Session, mac: Buffer): boolean =>
  timingSafeEqual(macOf(secret, session), mac)
