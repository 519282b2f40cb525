import { createECDH, hkdfSync } from 'node:crypto'

/**
 * Keys that authenticate this site to push services (VAPID, RFC 8292). Derived from the site's secret: equal on every node, and
 * absent from a copy of the database. After a change of the secret, browsers subscribe again.
 */
export const pushKeys = (secret: Uint8Array): { publicKey: string; privateKey: string } => {
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32))
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
