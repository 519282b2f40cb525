import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

import { type Db, lockTables, transaction } from '#platform/database'
import { seal, unseal } from '#platform/sealed'

export const ALGORITHM = 'EdDSA'
const CURVE = 'Ed25519'

/** Includes the private half. */
export type SigningKey = { id: string; jwk: JWK }
export type PublishedKey = { id: string; jwk: JWK; multibase: string }

/** Private keys are encrypted with the site's secret. */
const SEALED = 'issuer keys'

const makeKey = async (secret: Uint8Array) => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, {
    crv: CURVE,
    extractable: true,
  })
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)])
  const id = await calculateJwkThumbprint(publicJwk)
  return {
    id,
    public_jwk: JSON.stringify(publicJwk),
    private_jwk: await seal(secret, SEALED, privateJwk),
  }
}

/** Returns the active signing key, or creates one. Concurrent nodes end up with the same key. */
export const findSigningKey = async (db: Db, secret: Uint8Array): Promise<SigningKey> => {
  const active = await findActive(db)
  if (active) return opened(active, secret)
  await db
    .insertInto('issuer_keys')
    .values(await makeKey(secret))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return opened((await findActive(db))!, secret)
}

const findActive = (db: Db) =>
  db
    .selectFrom('issuer_keys')
    .select(['id', 'private_jwk'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()

const opened = async (
  { id, private_jwk }: { id: string; private_jwk: string },
  secret: Uint8Array,
): Promise<SigningKey> => {
  const jwk = await unseal<JWK>(secret, SEALED, private_jwk)
  if (!jwk) {
    throw new Error(
      'The issuer key was encrypted with a different APP_SECRET: run npm run keys:rotate to create a new one.',
    )
  }
  return { id, jwk }
}

/** Creates a new signing key. The old one stops signing and stays published. Returns the new key's id. */
export const rotateKeys = async (db: Db, secret: Uint8Array, now: Date): Promise<string> => {
  const key = await makeKey(secret)
  await transaction(db, async (db) => {
    // Of two concurrent rotations, the second waits here and then retires the first one's key.
    await lockTables(db, ['issuer_keys'])
    await db
      .updateTable('issuer_keys')
      .set({ retired_at: now.toISOString() })
      .where('retired_at', 'is', null)
      .execute()
    await db.insertInto('issuer_keys').values(key).execute()
  })
  return key.id
}

/** Every key that has ever signed, newest first. */
export const listKeys = async (db: Db): Promise<PublishedKey[]> => {
  const rows = await db
    .selectFrom('issuer_keys')
    .select(['id', 'public_jwk'])
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ id, public_jwk }) => {
      // Public fields are listed explicitly, so that nothing private can be published.
      const jwk = publicPart(public_jwk as JWK)
      const { publicKeyMultibase } = await Ed25519Multikey.fromJwk({ jwk })
      return { id, jwk, multibase: publicKeyMultibase }
    }),
  )
}

const publicPart = ({ kty, crv, x }: JWK): JWK => ({ kty, crv, x }) as JWK
