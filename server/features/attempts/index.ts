import {
  type Expression,
  type Insertable,
  type RawBuilder,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely'

import type { Attempt } from '#contract/evidence'
import type { DB, Db } from '#platform/database'

// All writes to the table `attempts` (decisions/0076): quests submits, reviews decides, safety withholds.

/** Condition on a file: it is part of work that was handed in. Found by an index. */
export const isInWork = (fileId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from attempts where blocks @> jsonb_build_array(jsonb_build_object('file_id', ${fileId})))`

export const insertAttempt = (db: Pick<Db, 'insertInto'>, attempt: Insertable<DB['attempts']>) =>
  db.insertInto('attempts').values(attempt).execute()

export const withdrawAttempt = (db: Db, id: string, now: Date) =>
  db
    .updateTable('attempts')
    .set({ state: 'withdrawn', withdrawn_at: now.toISOString() })
    .where('id', '=', id)
    .execute()

type Decision = Pick<
  Updateable<DB['attempts']>,
  'comment' | 'decided_at' | 'decided_by' | 'settled_at' | 'state' | 'subjects'
>

/** Stores or clears a decision, and marks the learner's answer as read. */
export const setDecision = (db: Db, id: string, decision: Decision) =>
  db
    .updateTable('attempts')
    .set({ answered_at: null, ...decision })
    .where('id', '=', id)
    .execute()

export const markAttemptsFinalized = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('attempts')
    .set({ settled_at: now.toISOString() })
    .where('id', 'in', ids)
    .where('state', 'in', ['accepted', 'returned'])
    .execute()

/** Records that the learner responded to feedback. */
export const markAnswered = (db: Db, id: string, now: Date) =>
  db.updateTable('attempts').set({ answered_at: now.toISOString() }).where('id', '=', id).execute()

export const markAnswerRead = (db: Pick<Db, 'updateTable'>, id: string) =>
  db
    .updateTable('attempts')
    .set({ answered_at: null })
    .where('id', '=', id)
    .where('answered_at', 'is not', null)
    .execute()

/** Hides work from guardians. Also updates work that is hidden: a simultaneous release may not be visible yet. */
export const withholdAttempt = (db: Db, id: string) =>
  db.updateTable('attempts').set({ held_back: true }).where('id', '=', id).execute()

/**
 * Shows work to guardians again, unless a report that is deleted since withheld it for good.
 * @param condition the attempt stays hidden unless this holds
 */
export const releaseAttempt = async (
  db: Db,
  id: string,
  condition: Expression<SqlBool>,
): Promise<void> => {
  // A statement of its own: the condition then sees the reports of whoever held the lock.
  await db.selectFrom('attempts').select('id').where('id', '=', id).forUpdate().execute()
  await db
    .updateTable('attempts')
    .set({ held_back: false })
    .where('id', '=', id)
    .where('withheld_for_good', '=', false)
    .where(condition)
    .execute()
}

type Written = Partial<
  Pick<Attempt['blocks'][number], 'text' | 'caption' | 'alt' | 'name' | 'submitter'>
>

/** Everything the learner wrote in a piece of work, including file names. */
export const textsInWork = ({
  blocks,
  reflection,
}: {
  blocks: readonly Written[]
  reflection?: string | null | undefined
}): string[] => [
  ...blocks.flatMap(({ text, caption, alt, name, submitter }) =>
    submitter ? [] : [text ?? '', caption ?? '', alt ?? '', name ?? ''],
  ),
  reflection ?? '',
]
