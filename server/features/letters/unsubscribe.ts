import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import type { Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const PURPOSE = 'letters'

/** Opens nothing but the choice of letters: it may lie in a mailbox for years. */
export const letterToken = (secret: Uint8Array, guardianId: string): string =>
  signedToken(secret, PURPOSE, guardianId)

/** @throws notFound for a token that was never mailed, and when that account is gone */
export const findLetterChoice = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
): Promise<{ id: string; weekly_letter: boolean }> => {
  const id = readSignedToken(secret, PURPOSE, token)
  const found =
    id &&
    (await db
      .selectFrom('users')
      .select(['id', 'weekly_letter'])
      .where('id', '=', id)
      .executeTakeFirst())
  if (!found) throw notFound('This link is not complete, or the account is gone.')
  return found
}

export const setWeeklyLetter = async (db: Db, id: string, weekly_letter: boolean) => {
  await db.updateTable('users').set({ weekly_letter }).where('id', '=', id).execute()
  return { weekly_letter }
}
