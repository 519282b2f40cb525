import { createHash, randomBytes } from 'node:crypto'

/** Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (token: string) => createHash('sha256').update(token).digest()
