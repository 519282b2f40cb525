import type { Config } from '#platform/config'

/** What the provider's token says, its signature, issuer, audience, nonce and time being right. */
export type SchoolClaims = {
  iss: string
  sub: string
  email?: unknown
  email_verified?: unknown
  preferred_username?: unknown
  /** Google: the organisation's domain. */
  hd?: unknown
  /** Entra: the organisation's tenant. */
  tid?: unknown
}

export type Restriction = Pick<Config, 'OIDC_HOSTED_DOMAIN' | 'OIDC_TENANT' | 'OIDC_EMAIL_DOMAIN'>

const sameName = (claim: unknown, name: string) =>
  typeof claim === 'string' && claim.toLowerCase() === name.toLowerCase()

const verifiedEmail = ({ email, email_verified }: SchoolClaims): string | undefined =>
  typeof email === 'string' && email_verified === true ? email.toLowerCase() : undefined

/** Whether the token itself proves that the account belongs to the school. What is not restricted is everybody's. */
export const isOfSchool = (claims: SchoolClaims, only: Restriction): boolean =>
  (!only.OIDC_HOSTED_DOMAIN || sameName(claims.hd, only.OIDC_HOSTED_DOMAIN)) &&
  (!only.OIDC_TENANT || sameName(claims.tid, only.OIDC_TENANT)) &&
  (!only.OIDC_EMAIL_DOMAIN ||
    sameName(verifiedEmail(claims)?.split('@')[1], only.OIDC_EMAIL_DOMAIN))

/**
 * The address under which the school's roster may know this person; undefined where the token does not prove one. Entra's
 * `email` is whatever somebody entered: within the school's own tenant its user name is what the school has given.
 */
export const rosterAddress = (claims: SchoolClaims, only: Restriction): string | undefined => {
  const { OIDC_HOSTED_DOMAIN, OIDC_TENANT, OIDC_EMAIL_DOMAIN } = only
  if (OIDC_TENANT && typeof claims.preferred_username === 'string')
    return claims.preferred_username.toLowerCase()
  return OIDC_HOSTED_DOMAIN || OIDC_EMAIL_DOMAIN ? verifiedEmail(claims) : undefined
}
