import type { Db } from '#platform/database'
import { hashOf, newToken } from '#platform/one-time-token'

type Purpose = 'second_factor' | 'second_passkey' | 'passkey' | 'new_passkey'

/** Whose step it is, as far as that is known, and in which session it was asked for. */
type Step = { purpose: Purpose; userId?: string; sessionId?: string }

export const STEP_MINUTES = 10

/** Begins a step on the way into an account. Returns what names it: a random token, which may serve as a challenge. */
export const beginStep = async (db: Db, step: Step, now: Date): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('sign_in_steps')
    .values({
      hash: hashOf(token),
      purpose: step.purpose,
      user_id: step.userId ?? null,
      session_id: step.sessionId ?? null,
      expires_at: new Date(now.getTime() + STEP_MINUTES * 60_000).toISOString(),
    })
    .execute()
  return token
}

/** A step that has not been taken yet; undefined for any other token. */
export const findStep = (db: Db, purpose: Purpose, token: string, now: Date) =>
  db
    .selectFrom('sign_in_steps')
    .select(['user_id', 'session_id'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Takes a step: of those who show the same token, one gets it. */
export const consumeStep = (db: Db, purpose: Purpose, token: string, now: Date) =>
  db
    .deleteFrom('sign_in_steps')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'session_id'])
    .executeTakeFirst()

/** Ends every step of a person: the password that led to it is another one now. */
export const endSteps = (db: Db, userId: string) =>
  db.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
