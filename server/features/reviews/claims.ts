import { markAnswerRead } from '#features/attempts'
import { nameOf } from '#features/people'
import { endOfNextSlot } from '#platform/cache'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'

export type ClaimRow = { id: string; name: string; since: string }

const liveClaim = (db: Db, attemptId: string, now: Date) =>
  db
    .selectFrom('review_claims')
    .innerJoin('accounts', 'accounts.id', 'review_claims.advisor_id')
    .innerJoin('attempts', 'attempts.id', 'review_claims.attempt_id')
    // Claims of an advisor who no longer has the learner are void.
    .innerJoin('caseload', (join) =>
      join
        .onRef('caseload.learner_id', '=', 'attempts.learner_id')
        .onRef('caseload.advisor_id', '=', 'review_claims.advisor_id'),
    )
    .select(['accounts.id', nameOf('accounts').as('name'), 'review_claims.since'])
    .where('review_claims.attempt_id', '=', attemptId)
    .where('review_claims.expires_at', '>', now.toISOString())

/** Another advisor's active claim on a submission. */
export const findForeignClaim = (
  db: Db,
  attemptId: string,
  advisorId: string,
  now: Date,
): Promise<ClaimRow | undefined> =>
  liveClaim(db, attemptId, now)
    .where('review_claims.advisor_id', '<>', advisorId)
    .executeTakeFirst()

type Claiming = { attemptId: string; advisorId: string; now: Date }

/**
 * Claims a submission or renews the claim. It expires a quarter to half an hour after the last activity, so that an abandoned
 * claim blocks nobody for long. An expired one can be taken over. `db` is a transaction.
 * @throws conflict while a colleague's claim is active
 */
export const claim = async (db: Db, { attemptId, advisorId, now }: Claiming): Promise<ClaimRow> => {
  const row = {
    attempt_id: attemptId,
    advisor_id: advisorId,
    since: now.toISOString(),
    expires_at: endOfNextSlot(now).toISOString(),
  }
  // Concurrent claims wait here, and then see the first one.
  const own = await db
    .insertInto('review_claims')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('attempt_id')
        .doUpdateSet(({ eb, ref }) => ({
          advisor_id: ref('excluded.advisor_id'),
          expires_at: ref('excluded.expires_at'),
          since: eb
            .case()
            .when(
              eb.and([
                eb('review_claims.advisor_id', '=', advisorId),
                eb('review_claims.expires_at', '>', now.toISOString()),
              ]),
            )
            .then(ref('review_claims.since'))
            .else(ref('excluded.since'))
            .end(),
        }))
        .where(({ eb, exists, not, or, selectFrom }) =>
          or([
            eb('review_claims.advisor_id', '=', advisorId),
            eb('review_claims.expires_at', '<=', now.toISOString()),
            // Reads the row itself instead of liveClaim: a claim committed just now is not in the statement's snapshot.
            not(
              exists(
                selectFrom('caseload')
                  .innerJoin('attempts', 'attempts.learner_id', 'caseload.learner_id')
                  .select('attempts.id')
                  .whereRef('attempts.id', '=', 'review_claims.attempt_id')
                  .whereRef('caseload.advisor_id', '=', 'review_claims.advisor_id'),
              ),
            ),
          ]),
        ),
    )
    .returning(({ selectFrom }) => [
      'review_claims.since',
      selectFrom('accounts')
        .select(nameOf('accounts').as('name'))
        .where('accounts.id', '=', advisorId)
        .as('name'),
    ])
    .executeTakeFirst()
  if (own) return { id: advisorId, name: own.name ?? '', since: own.since }
  const other = await findForeignClaim(db, attemptId, advisorId, now)
  throw conflict(`${other?.name ?? 'A colleague'} is already reading this piece.`)
}

export const release = (db: Db, attemptId: string, advisorId: string) =>
  db
    .deleteFrom('review_claims')
    .where('attempt_id', '=', attemptId)
    .where('advisor_id', '=', advisorId)
    .execute()

/** Records that an advisor has opened a submission, and marks the learner's answer as read. */
export const markOpened = (db: Db, { attemptId, advisorId, now }: Claiming) =>
  // One statement: its triggers lock the learner's revision after the attempt, in the usual order.
  markAnswerRead(
    db.with('opened', (db) =>
      db
        .insertInto('reviews')
        .values({ attempt_id: attemptId, advisor_id: advisorId, opened_at: now.toISOString() })
        .onConflict((conflict) => conflict.doNothing()),
    ),
    attemptId,
  )

/** Extends the advisor's own claim while they are writing. Does nothing without one. */
export const renewClaim = async (
  db: Db,
  { attemptId, advisorId, now }: Claiming,
): Promise<void> => {
  await db
    .updateTable('review_claims')
    .set({ expires_at: endOfNextSlot(now).toISOString() })
    .where('attempt_id', '=', attemptId)
    .where('advisor_id', '=', advisorId)
    .execute()
}

/** Subset of these submissions that an advisor has opened. */
export const listOpened = async (
  db: Db,
  advisorId: string,
  attemptIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('reviews')
    .select('attempt_id')
    .where('advisor_id', '=', advisorId)
    .where('attempt_id', 'in', attemptIds)
    .execute()
  return new Set(rows.map(({ attempt_id }) => attempt_id))
}
