import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import type { JWK } from 'jose'

import { contextTexts } from './contexts.ts'
import type { Multikey } from './issuer.ts'

// Embedded proofs, `eddsa-rdfc-2022` (Verifiable Credential Data Integrity 1.0). Signing runs on a thread of its own, and checking in the decoding process: a record
// with sixty members takes more than a second.

/** A verifiable credential (data model 2.0) as it is before it is signed. */
export type Unsigned = {
  '@context': string[]
  id: string
  issuer: { id: string; [more: string]: unknown }
  validFrom: string
  validUntil?: string
  credentialSubject: {
    id: string
    /** What a whole record holds. */
    verifiableCredential?: (Unsigned | Signed)[]
    [more: string]: unknown
  }
  [more: string]: unknown
}

export type Signed = Unsigned & { proof: object }

/** @param published documents that the proof leads to: our own, by their addresses */
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
  /** Private. */
  jwk: JWK
  at: Date
}

/** Signs a credential; in a whole record, each of its members that is not signed yet before it. */
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
  /** The members of a record, each of which must be signed itself: the record's own proof does not tell which says what. */
  members: readonly Record<string, unknown>[]
  /** Whose keys count: the issuer's document, under each name that the site has had. */
  controllers: readonly { id: string; verificationMethod: Multikey[]; [more: string]: unknown }[]
}

/** Whether a credential, and each of a record's members, bears a proof by a key of its issuer's, for all that it says. */
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
      // Whether it is in force now and stands is asked elsewhere, of our own lists.
      now: new Date(String(credential.validFrom)),
      checkStatus: async () => ({ verified: true }),
    })
    if (!verified) return false
  }
  return true
}
