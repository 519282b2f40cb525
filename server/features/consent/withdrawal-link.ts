import { paths } from '#contract/paths'
import type { Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const PURPOSE = 'withdrawing consent'

/** Page where a guardian withdraws without an account, while their guardian link is active. */
export const withdrawalUrl = (
  { config, secret }: Pick<Parts, 'config' | 'secret'>,
  linkId: string,
) => `${config.publicUrl}${paths.withdrawConsent(signedToken(secret, PURPOSE, linkId))}`

/** The guardian link of a token; undefined if this site did not sign it. */
export const linkOfToken = ({ secret }: Pick<Parts, 'secret'>, token: string): string | undefined =>
  readSignedToken(secret, PURPOSE, token)
