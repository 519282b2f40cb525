// Types of untyped test packages, as far as they are used.

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export const checkStatus: (options: {
    credential: object
    verifyBitstringStatusListCredential: boolean
    documentLoader: (address: string) => Promise<{ document: object }>
  }) => Promise<{ verified: boolean; error?: Error; results?: { status: boolean }[] }>
  export const decodeList: (options: {
    encodedList: string
  }) => Promise<{ length: number; getStatus: (index: number) => boolean }>
}

declare module 'jsonld' {
  type Loader = (
    url: string,
  ) => Promise<{ document: unknown; documentUrl: string; contextUrl: undefined }>
  type Options = { safe: boolean; documentLoader: Loader }
  const jsonld: {
    expand: (document: object, options: Options) => Promise<object[]>
    canonize: (
      document: object,
      options: Options & { algorithm: string; format: string },
    ) => Promise<string>
  }
  export default jsonld
}

declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  type Account = { accountId: string; claims: () => Record<string, unknown> }
  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: Record<string, unknown>[]
        conformIdTokenClaims: boolean
        claims: Record<string, string[]>
        pkce: { required: () => boolean }
        findAccount: (context: unknown, name: string) => Account
        ttl: Record<string, number>
        cookies: { keys: string[] }
      },
    )
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this
    callback(): RequestListener
  }
}
