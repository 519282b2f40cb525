import type { Db } from '#platform/database'
import { hashOf, newToken } from '#platform/one-time-token'

type Purpose = 'second_factor' | 'second_passkey' | 'passkey' | 'new_passkey'

/** The user, as far as known, and the session that requested the step. */
type Step = { purpose: Purpose; userId?: string; sessionId?: string }

export const STEP_MINUTES = 10

/** Begins a sign-in step. Returns its token, which is random and may serve as a challenge. */
export const startSignInStep = async (db: Db, step: Step, now: Date): Promise<string> => {
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

/** Returns a step that is still open; undefined for any other token. */
export const findStep = (db: Db, purpose: Purpose, token: string, now: Date) =>
  db
    .selectFrom('sign_in_steps')
    .select(['user_id', 'session_id'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Consumes a step: of concurrent requests with the same token, one succeeds. */
export const consumeStep = (db: Db, purpose: Purpose, token: string, now: Date) =>
  db
    .deleteFrom('sign_in_steps')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'session_id'])
    .executeTakeFirst()

/** Ends all of a person's steps: the password that led to them has changed. */
export const endSteps = (db: Db, userId: string) =>
  db.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
