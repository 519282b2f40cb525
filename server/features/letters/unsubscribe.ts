import type { WeeklyEmailChoice } from '#contract/letters'
import { switchNotificationEmails, UNSUBSCRIBE_PURPOSE } from '#features/notifications'
import { chooseEmails } from '#features/people'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const WEEKLY = 'letters'

/** The purpose for which the links of each kind of letter are signed. */
const PURPOSES = { weekly: WEEKLY, notifications: UNSUBSCRIBE_PURPOSE } as const satisfies Record<
  WeeklyEmailChoice['letter'],
  string
>

/** Opens nothing but the choice of letters: it may lie in a mailbox for years. */
export const unsubscribeToken = (secret: Uint8Array, guardianId: string): string =>
  signedToken(secret, WEEKLY, guardianId)

type LetterChoice = WeeklyEmailChoice & { personId: string }

/** @throws notFound for a token that was never mailed, and when that account is gone */
export const findEmailChoice = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
): Promise<LetterChoice> => {
  for (const letter of ['weekly', 'notifications'] as const) {
    const id = readSignedToken(secret, PURPOSES[letter], token)
    if (id === undefined) continue
    const found = await db
      .selectFrom('accounts')
      .select(['weekly_letter', 'notification_letters'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) break
    const wanted = letter === 'weekly' ? found.weekly_letter : found.notification_letters
    return { personId: id, letter, wanted }
  }
  throw notFound('This link is not complete, or the account is gone.')
}

export const storeEmailChoice = async (
  db: Db,
  { personId, letter }: LetterChoice,
  wanted: boolean,
): Promise<WeeklyEmailChoice> => {
  if (letter === 'notifications') await switchNotificationEmails(db, personId, wanted)
  else await chooseEmails(db, personId, { weekly_letter: wanted })
  return { letter, wanted }
}
