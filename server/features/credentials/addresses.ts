import { paths } from '#contract/paths'
/**
 * Where everything that verifiers look up is published. These addresses stand in signed credentials for ever: change one
 * only with a route for the old one.
 * @param base where people reach the site, without a trailing slash
 */
export const addressesOf = (base: string) => ({
  base,
  /** The issuer's id: a DID, whose document holds the keys. */
  issuer: didWebOf(base),
  /** The issuer as an Open Badges profile; its id in records that were signed as tokens. */
  profile: `${base}/.well-known/issuer.json`,
  /** The `kid` of tokens (Open Badges 3.0 §8.5). */
  key: (id: string) => `${base}/.well-known/keys/${id}`,
  /** The id of a credential, where it is. */
  credential: (code: string) => `${base}/api/credentials/${code}`,
  png: (code: string) => `${base}/api/credentials/${code}/badge.png`,
  svg: (code: string) => `${base}/api/credentials/${code}/badge.svg`,
  /** The picture of what has none of its own. */
  seal: `${base}/api/seal.svg`,
  statusList: (number: number) => `${base}/api/status-lists/${number}`,
  /** For people. */
  page: (code: string) => `${base}${paths.verified(code)}`,
})

export type Addresses = ReturnType<typeof addressesOf>

/** The site as did:web: `https://example.org:8443` is `did:web:example.org%3A8443`. */
const didWebOf = (base: string): string => `did:web:${encodeURIComponent(new URL(base).host)}`
