import { paths } from '#contract/paths'
import { notFound, type Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const PURPOSE = 'consultation'

/** Page where the family views, confirms, moves and cancels a booking. The link is stable, so it can be emailed again. */
export const consultationUrl = (
  { config, secret }: Pick<Parts, 'config' | 'secret'>,
  id: string,
): string => `${config.publicUrl}${paths.booking(signedToken(secret, PURPOSE, id))}`

/** @throws notFound for a token that this site did not sign */
export const idOfToken = ({ secret }: Pick<Parts, 'secret'>, token: string): string => {
  const id = readSignedToken(secret, PURPOSE, token)
  if (id === undefined) throw notFound(UNKNOWN)
  return id
}

export const UNKNOWN =
  'This link is incomplete, or its booking has been deleted. You can choose a new time whenever you like.'
