import { sql } from 'kysely'

import { ASK_AGAIN_DAYS, MAX_ASKS, type WaitingFamily } from '#contract/rosters'
import { wasGuardian } from '#features/family'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'

const DAY_MS = 24 * 3_600_000

/** Children of an import whose guardian an email has asked, and who still wait. Longest first. */
const waiting = (db: Db, importId: string) =>
  db
    .selectFrom('roster_decisions as decision')
    .innerJoin('roster_people as roster', 'roster.sourced_id', 'decision.sourced_id')
    .innerJoin('accounts as child', 'child.id', 'roster.user_id')
    .where('decision.import_id', '=', importId)
    .where('decision.outcome', 'in', ['create', 'restore'])
    .where('child.status', '=', 'pending_consent')
    .where('child.parent_email', 'is not', null)
    // A guardian who has answered and changed their mind is not asked by an import.
    .where('child.deletion_due_at', 'is', null)
    .where('roster.guardian_asked_at', 'is not', null)
    .orderBy('roster.guardian_asked_at')
    .orderBy('child.id')
    .$narrowType<{ parent_email: string; guardian_asked_at: string }>()

/** Guardians who work here do not see their own children, whose other guardian may be the one who was asked. */
export const listWaiting = (db: Db, importId: string, readerId: string): Promise<WaitingFamily[]> =>
  waiting(db, importId)
    .where(sql<boolean>`not ${wasGuardian(readerId, sql`child.id`)}`)
    .select([
      'child.id',
      nameOf('child').as('child'),
      'child.parent_email as guardian_email',
      'roster.guardian_asked_at as asked_at',
      'roster.guardian_asks as asks',
    ])
    .limit(500)
    .$narrowType<{ guardian_email: string; asked_at: string }>()
    .execute()

/** Children whose guardian can be asked once more. */
export const listDue = (db: Db, importId: string, now: Date) =>
  waiting(db, importId)
    .select('child.id')
    .where('roster.guardian_asks', '<', MAX_ASKS)
    .where(
      'roster.guardian_asked_at',
      '<=',
      new Date(now.getTime() - ASK_AGAIN_DAYS * DAY_MS).toISOString(),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('roster_emails')
            .select('id')
            .whereRef('user_id', '=', 'child.id')
            .where('kind', '=', 'consent')
            .where('sent_at', 'is', null),
        ),
      ),
    )
    .execute()

/** Queues the second and last emails. Returns their number. `db` is a transaction. */
export const queueReminders = async (db: Db, importId: string, now: Date): Promise<number> => {
  const due = await listDue(db, importId, now)
  if (due.length === 0) return 0
  await db
    .insertInto('roster_emails')
    .columns(['user_id', 'kind'])
    .expression(
      db
        .selectFrom('accounts')
        .select(({ val }) => ['id', val('consent').as('kind')])
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return due.length
}
