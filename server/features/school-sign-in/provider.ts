import * as oidc from 'openid-client'

import { paths } from '#contract/paths'
import { type Config, isLoopbackName } from '#platform/config'
import { DomainError, isStorable, notFound, unavailable } from '#platform/http'

import { isOfSchool, type SchoolClaims } from './tenant.ts'

const PATIENCE_SECONDS = 10

/** Secrets of the browser that started; see `beginAt` and `finishAt`. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** Providers with a choice of accounts, which their metadata does not mention. */
const CHOOSERS = new Set(['accounts.google.com', 'login.microsoftonline.com'])

/**
 * Makes the provider ask who it is: in a shared browser, it may still know the person before, whom it would sign in here, or link,
 * without a question. Not every provider offers a choice of accounts; all can ask for the password.
 */
const promptOf = ({ issuer, prompt_values_supported }: oidc.ServerMetadata): string => {
  const known = Array.isArray(prompt_values_supported) ? prompt_values_supported : []
  const hasChooser = known.includes('select_account') || CHOOSERS.has(new URL(issuer).hostname)
  return hasChooser ? 'select_account' : 'login'
}

/** The school's identity provider: OpenID Connect's authorization code flow with PKCE. */
export const createProvider = (config: Config) => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config
  const redirect_uri = `${config.publicUrl}${paths.schoolReturn}`
  let found: Promise<oidc.Configuration> | undefined

  /** Discovered once; retried after a failure. */
  const provider = async (): Promise<oidc.Configuration> => {
    if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) throw notFound()
    const issuer = new URL(OIDC_ISSUER)
    const isLocal = issuer.protocol === 'http:' && isLoopbackName(issuer.hostname)
    found ??= oidc.discovery(issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, {
      timeout: PATIENCE_SECONDS,
      execute: [
        // Verifies the token's signature as well; otherwise the library relies on TLS alone.
        oidc.enableNonRepudiationChecks,
        ...(isLocal ? [oidc.allowInsecureRequests] : []),
      ],
    })
    return found.catch(() => {
      found = undefined
      throw unavailable(
        'The school’s sign-in cannot be reached right now. Please try again in a moment.',
      )
    })
  }

  return {
    beginAt: async (): Promise<{ url: string; begun: PendingSignIn }> => {
      const configuration = await provider()
      const begun = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri,
        scope: 'openid email profile',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        prompt: promptOf(configuration.serverMetadata()),
        // Makes Google offer the school's accounts only; the token is what is verified.
        ...(config.OIDC_HOSTED_DOMAIN && { hd: config.OIDC_HOSTED_DOMAIN }),
      })
      return { url: url.href, begun }
    },

    /**
     * Returns the claims of a token that the provider issued for this sign-in and that belongs to this school. @throws 401, 403
     */
    finishAt: async (
      query: string,
      { state, nonce, verifier }: PendingSignIn,
    ): Promise<SchoolClaims> => {
      const configuration = await provider()
      const url = new URL(redirect_uri)
      url.search = query
      const tokens = await oidc
        .authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        .catch((error: unknown) => {
          throw refusalOf(error)
        })
      const claims = tokens.claims()
      if (!claims || !isStorable(claims)) throw refused()
      if (!isOfSchool(claims, config)) {
        throw new DomainError(
          403,
          'other_school',
          'This account does not belong to this site’s school. Please choose your school account.',
        )
      }
      return claims
    },
  }
}
const refused = (
  message = 'The sign-in with the school’s account did not work. Please try again.',
) => new DomainError(401, 'school_sign_in', message)

const refusalOf = (error: unknown) =>
  error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
    ? refused('The school’s sign-in was cancelled.')
    : refused()
