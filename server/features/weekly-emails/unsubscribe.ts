import type { WeeklyEmailChoice } from '#contract/weekly-emails'
import { switchNotificationEmails, UNSUBSCRIBE_PURPOSE } from '#features/notifications'
import { chooseEmails } from '#features/people'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const WEEKLY = 'letters'

/** Signing purpose of the links of each kind of email. */
const PURPOSES = { weekly: WEEKLY, notifications: UNSUBSCRIBE_PURPOSE } as const satisfies Record<
  WeeklyEmailChoice['letter'],
  string
>

/** Grants access to the email preferences only: it may stay in a mailbox for years. */
export const unsubscribeToken = (secret: Uint8Array, guardianId: string): string =>
  signedToken(secret, WEEKLY, guardianId)

type LetterChoice = WeeklyEmailChoice & { personId: string }

/** @throws notFound for a token that this site did not sign, and if the account is deleted */
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
  throw notFound('This link is incomplete, or the account no longer exists.')
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
