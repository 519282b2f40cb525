import { paths } from '#contract/paths'
/**
 * URLs of everything that verifiers look up. Signed credentials contain them permanently: change one only with a route for the
 * old one.
 * @param base public URL of the site, without a trailing slash
 */
export const addressesOf = (base: string) => ({
  base,
  /** The issuer's id: a DID whose document contains the keys. */
  issuer: didWebOf(base),
  /** The issuer as an Open Badges profile; its id in records signed as tokens. */
  profile: `${base}/.well-known/issuer.json`,
  /** The `kid` of tokens (Open Badges 3.0 §8.5). */
  key: (id: string) => `${base}/.well-known/keys/${id}`,
  /** The id of a credential, which resolves to it. */
  credential: (code: string) => `${base}/api/credentials/${code}`,
  png: (code: string) => `${base}/api/credentials/${code}/badge.png`,
  svg: (code: string) => `${base}/api/credentials/${code}/badge.svg`,
  /** Image for achievements without one of their own. */
  seal: `${base}/api/seal.svg`,
  statusList: (number: number) => `${base}/api/status-lists/${number}`,
  /** The page for people. */
  page: (code: string) => `${base}${paths.verified(code)}`,
})

export type Addresses = ReturnType<typeof addressesOf>

/** The site as did:web: `https://example.org:8443` is `did:web:example.org%3A8443`. */
const didWebOf = (base: string): string => `did:web:${encodeURIComponent(new URL(base).host)}`
