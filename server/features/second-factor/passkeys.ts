import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

import type { NewPasskey, PasskeyAssertion } from '#contract/second-factor'
import { startSignInStep, consumeStep } from '#features/auth'
import { type Config, isLoopbackName } from '#platform/config'
import type { Db } from '#platform/database'
import { type Caller, conflict, DomainError, invalid, type Parts } from '#platform/http'

/**
 * Loads the library on first use: few requests need it. Attestation is not requested, so the built-in root certificates are
 * removed: with them, it would fetch revocation lists from URLs in a passkey.
 */
const webauthn = async () => {
  const library = await import('@simplewebauthn/server')
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return library
}

const MAX_PASSKEYS = 20

/**
 * Relying party of passkeys and the origins where they are valid: those of PUBLIC_URL. Browsers refuse IP addresses, so a local
 * site uses the name localhost.
 */
const relyingParty = ({ publicUrl, WEB_ORIGIN }: Pick<Config, 'publicUrl' | 'WEB_ORIGIN'>) => {
  const url = new URL(publicUrl)
  if (isLoopbackName(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, origins: [url.origin, ...(WEB_ORIGIN ? [WEB_ORIGIN] : [])] }
}

/** The challenge claimed by a response; the library verifies the authenticator's signature over it. */
const challengeIn = (clientDataJSON: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** Options for creating a passkey for the caller. */
export const registrationOptions = async (
  parts: Parts,
  { userId, sessionId }: Caller,
  names: { site: string; login: string },
) => {
  const { generateRegistrationOptions } = await webauthn()
  const known = await parts.db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', userId)
    .execute()
  const challenge = await startSignInStep(
    parts.db,
    { purpose: 'new_passkey', userId, sessionId },
    parts.clock(),
  )
  return generateRegistrationOptions({
    rpName: names.site,
    rpID: relyingParty(parts.config).id,
    userName: names.login,
    userID: Buffer.from(userId.replaceAll('-', ''), 'hex'),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const NOT_VERIFIED = 'The passkey could not be verified. Please try again.'
const UNKNOWN = 'This site doesn’t recognise this passkey. It may have been removed.'

/** Verifies a new passkey of the caller in this session, and returns its public key. @throws 400 */
export const verifyNewPasskey = async (
  parts: Parts,
  { userId, sessionId }: Caller,
  given: NewPasskey,
) => {
  const { verifyRegistrationResponse } = await webauthn()
  const expectedChallenge = challengeIn(given.response.clientDataJSON)
  const step = await consumeStep(parts.db, 'new_passkey', expectedChallenge, parts.clock())
  if (step?.user_id !== userId || step.session_id !== sessionId) throw invalid(NOT_VERIFIED)
  const { id, origins } = relyingParty(parts.config)
  const result = await verifyRegistrationResponse({
    response: { ...given, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false }) as const)
  if (!result.verified) throw invalid(NOT_VERIFIED)
  return result.registrationInfo.credential
}

type Credential = Awaited<ReturnType<typeof verifyNewPasskey>>

/** Stores a verified passkey. `db` is a transaction that locks its owner. */
export const storePasskey = async (
  db: Db,
  { userId, name, credential }: { userId: string; name: string; credential: Credential },
): Promise<void> => {
  const { has } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('has'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(has) >= MAX_PASSKEYS) {
    throw conflict(`You can have at most ${MAX_PASSKEYS} passkeys: remove one first.`)
  }
  const stored = await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports: credential.transports ?? [],
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw conflict('This passkey is already in use.')
}

/** Options for showing a passkey: one of that person's, or, before sign-in, any of this site. */
export const authenticationOptions = async (parts: Parts, userId?: string) => {
  const { generateAuthenticationOptions } = await webauthn()
  const purpose = userId ? 'second_passkey' : 'passkey'
  const challenge = await startSignInStep(
    parts.db,
    { purpose, ...(userId && { userId }) },
    parts.clock(),
  )
  const own = userId
    ? await parts.db
        .selectFrom('passkeys')
        .select(['credential_id', 'transports'])
        .where('user_id', '=', userId)
        .execute()
    : []
  return generateAuthenticationOptions({
    rpID: relyingParty(parts.config).id,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: own.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[],
    })),
  })
}

/**
 * Verifies a passkey and returns its owner. Consumes the challenge in any case. `use` records the use in a transaction that locks
 * the owner, and throws 401 if the passkey has been removed since.
 * @param owner the required owner, if known
 * @throws 401 for an invalid passkey, challenge or origin
 */
export const verifyPasskey = async (
  parts: Parts,
  given: PasskeyAssertion,
  owner?: string,
): Promise<{ userId: string; use: (db: Db) => Promise<void> }> => {
  const { verifyAuthenticationResponse } = await webauthn()
  const expectedChallenge = challengeIn(given.response.clientDataJSON)
  const purpose = owner ? 'second_passkey' : 'passkey'
  const step = await consumeStep(parts.db, purpose, expectedChallenge, parts.clock())
  const known = await parts.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', given.id)
    .executeTakeFirst()
  if (!step || step.user_id !== (owner ?? null)) throw refused(NOT_VERIFIED)
  if (!known || (owner && known.user_id !== owner)) {
    throw refused(UNKNOWN)
  }
  const { id, origins } = relyingParty(parts.config)
  const result = await verifyAuthenticationResponse({
    response: { ...given, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    // Synced passkeys have no reliable counter, so it is stored for information only.
    credential: { id: given.id, publicKey: new Uint8Array(known.public_key), counter: 0 },
  }).catch(() => ({ verified: false }) as const)
  if (!result.verified) throw refused(NOT_VERIFIED)
  const { newCounter } = result.authenticationInfo
  const use = async (db: Db) => {
    const { numUpdatedRows } = await db
      .updateTable('passkeys')
      .set({ sign_count: newCounter, last_used_at: parts.clock().toISOString() })
      .where('id', '=', known.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refused(UNKNOWN)
  }
  return { userId: known.user_id, use }
}

const refused = (message: string) => new DomainError(401, 'invalid_passkey', message)
