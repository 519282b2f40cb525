import { paths } from '#contract/paths'
import { notFound, type Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const PURPOSE = 'witness'

/** Page on which a witness answers. */
export const witnessUrl = (
  { config, secret }: Pick<Parts, 'config' | 'secret'>,
  id: string,
): string => `${config.publicUrl}${paths.witness(signedToken(secret, PURPOSE, id))}`

/** @throws notFound for a token that this site did not sign */
export const idOfToken = ({ secret }: Pick<Parts, 'secret'>, token: string): string => {
  const id = readSignedToken(secret, PURPOSE, token)
  if (id === undefined) throw notFound(UNKNOWN)
  return id
}

export const UNKNOWN =
  'This link is incomplete, or the question has been withdrawn. There is nothing for you to do.'
