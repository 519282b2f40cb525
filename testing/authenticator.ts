import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

import type { NewPasskey, PasskeyAssertion } from '#contract/second-factor'

// Software security key with real keys and signatures, which can also misbehave.

type Options = Record<string, unknown>
type Circumstances = {
  origin?: string
  /** User verification: the authenticator asked for a PIN or fingerprint. */
  verifies?: boolean
  count?: number
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

export const createAuthenticator = (origin = 'http://lodestar.test') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x, y } = publicKey.export({ format: 'jwk' })
  // COSE_Key (RFC 9053): EC2, ES256, P-256.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )

  const dataOf = (
    rpId: string,
    { verifies = true, count = 0 }: Circumstances,
    attested?: Buffer,
  ) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const flags = 0x01 | (verifies ? 0x04 : 0) | (attested ? 0x40 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }
  const clientDataOf = (type: string, options: Options, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin: from }))
  const name = id.toString('base64url')
  const base = { id: name, rawId: name, type: 'public-key' as const }

  return {
    /** navigator.credentials.create */
    create: (options: Options, circumstances: Circumstances = {}): NewPasskey => {
      const { id: rpId } = options.rp as { id: string }
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(dataOf(rpId, circumstances, attested))],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      )
      const clientData = clientDataOf('webauthn.create', options, circumstances.origin ?? origin)
      return {
        ...base,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** navigator.credentials.get */
    get: (options: Options, circumstances: Circumstances = {}): PasskeyAssertion => {
      const clientData = clientDataOf('webauthn.get', options, circumstances.origin ?? origin)
      const data = dataOf(String(options.rpId), circumstances)
      const signed = Buffer.concat([data, sha256(clientData)])
      return {
        ...base,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
