import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link that works once. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
