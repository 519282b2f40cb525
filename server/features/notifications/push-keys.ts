import { createECDH, hkdfSync } from 'node:crypto'

/**
 * With what this site proves to push services who it is (VAPID, RFC 8292). It follows from the site's secret: every node has the
 * same, and a copy of the database has none. With another secret, browsers are subscribed anew.
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
