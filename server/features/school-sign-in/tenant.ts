import type { Config } from '#platform/config'

/** Claims of a token whose signature, issuer, audience, nonce and times are valid. */
export type SchoolClaims = {
  iss: string
  sub: string
  email?: unknown
  email_verified?: unknown
  preferred_username?: unknown
  /** Google: the organization's domain. */
  hd?: unknown
  /** Entra: the organization's tenant. */
  tid?: unknown
}

export type Restriction = Pick<Config, 'OIDC_HOSTED_DOMAIN' | 'OIDC_TENANT' | 'OIDC_EMAIL_DOMAIN'>

const sameName = (claim: unknown, name: string) =>
  typeof claim === 'string' && claim.toLowerCase() === name.toLowerCase()

const verifiedEmail = ({ email, email_verified }: SchoolClaims): string | undefined =>
  typeof email === 'string' && email_verified === true ? email.toLowerCase() : undefined

/** True if the token proves that the account belongs to the school. Without a restriction, every account does. */
export const isOfSchool = (claims: SchoolClaims, only: Restriction): boolean =>
  (!only.OIDC_HOSTED_DOMAIN || sameName(claims.hd, only.OIDC_HOSTED_DOMAIN)) &&
  (!only.OIDC_TENANT || sameName(claims.tid, only.OIDC_TENANT)) &&
  (!only.OIDC_EMAIL_DOMAIN ||
    sameName(verifiedEmail(claims)?.split('@')[1], only.OIDC_EMAIL_DOMAIN))

/**
 * The address by which the school's roster may know this person; undefined if the token does not prove it. Entra's `email` is
 * user-supplied: within the school's own tenant, only the user name is assigned by the school.
 */
export const rosterAddress = (claims: SchoolClaims, only: Restriction): string | undefined => {
  const { OIDC_HOSTED_DOMAIN, OIDC_TENANT, OIDC_EMAIL_DOMAIN } = only
  if (OIDC_TENANT && typeof claims.preferred_username === 'string')
    return claims.preferred_username.toLowerCase()
  return OIDC_HOSTED_DOMAIN || OIDC_EMAIL_DOMAIN ? verifiedEmail(claims) : undefined
}
