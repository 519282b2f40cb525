import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import type { JWK } from 'jose'

import { contextTexts } from './contexts.ts'
import type { Multikey } from './issuer.ts'

// Embedded proofs, `eddsa-rdfc-2022` (Verifiable Credential Data Integrity 1.0). Signing runs on a separate thread and
// verification in the decoding process: a record with sixty members takes more than a second.

/** A verifiable credential (data model 2.0) before it is signed. */
export type Unsigned = {
  '@context': string[]
  id: string
  issuer: { id: string; [more: string]: unknown }
  validFrom: string
  validUntil?: string
  credentialSubject: {
    id: string
    /** Members of a whole record. */
    verifiableCredential?: (Unsigned | Signed)[]
    [more: string]: unknown
  }
  [more: string]: unknown
}

export type Signed = Unsigned & { proof: object }

/** @param published our own documents that proofs refer to, by URL */
const loader =
  (published: ReadonlyMap<string, unknown> = new Map()) =>
  async (url: string) => {
    const document = published.get(url) ?? contextTexts.get(url)
    if (!document) throw new Error(`${url} is not looked up.`)
    return { document, documentUrl: url, contextUrl: null }
  }

const isSigned = (credential: Unsigned): credential is Signed => 'proof' in credential

export type SigningTask = {
  credential: Unsigned
  /** The private key. */
  jwk: JWK
  at: Date
}

/** Signs a credential; for a whole record, first its unsigned members. */
export const sign = async ({ credential, jwk, at }: SigningTask): Promise<Signed> => {
  const key = await Ed25519Multikey.fromJwk({ jwk, secretKey: true })
  key.id = `${credential.issuer.id}#${key.publicKeyMultibase}`
  const documentLoader = loader()
  const issue = (credential: Unsigned): Promise<Signed> => {
    const suite = new DataIntegrityProof({ cryptosuite, signer: key.signer(), date: at })
    return vc.issue({ credential, suite, documentLoader, now: at })
  }

  const { verifiableCredential: members, ...subject } = credential.credentialSubject
  if (!members) return issue(credential)
  const held: Signed[] = []
  for (const member of members) held.push(isSigned(member) ? member : await issue(member))
  return issue({ ...credential, credentialSubject: { ...subject, verifiableCredential: held } })
}

export type CheckingTask = {
  document: Record<string, unknown>
  /** Members of a record. Each must have a proof of its own: the record's proof does not cover which member says what. */
  members: readonly Record<string, unknown>[]
  /** Trusted keys: the issuer's document, under each of the site's present and past names. */
  controllers: readonly { id: string; verificationMethod: Multikey[]; [more: string]: unknown }[]
}

/** Returns true if a credential and all its members have valid proofs by keys of their issuer. */
export const check = async (task: CheckingTask): Promise<boolean> => {
  const { document, members, controllers } = task
  const documentLoader = loader(
    new Map<string, unknown>(
      controllers.flatMap((controller) =>
        [controller, ...controller.verificationMethod].map((each) => [each.id, each] as const),
      ),
    ),
  )
  for (const credential of [document, ...members]) {
    const { verified } = await vc.verifyCredential({
      credential,
      suite: new DataIntegrityProof({ cryptosuite }),
      documentLoader,
      // Validity dates and status are checked elsewhere, against our own lists.
      now: new Date(String(credential.validFrom)),
      checkStatus: async () => ({ verified: true }),
    })
    if (!verified) return false
  }
  return true
}
