import { paths } from '#contract/paths'
import type { Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const PURPOSE = 'withdrawing consent'

/** Where a guardian withdraws without an account, for as long as their link stands. */
export const withdrawalUrl = (
  { config, secret }: Pick<Parts, 'config' | 'secret'>,
  linkId: string,
) => `${config.publicUrl}${paths.withdrawConsent(signedToken(secret, PURPOSE, linkId))}`

/** The guardian's link that a token was made for; undefined for one that this site has not made. */
export const linkOfToken = ({ secret }: Pick<Parts, 'secret'>, token: string): string | undefined =>
  readSignedToken(secret, PURPOSE, token)
