import type { Insertable, Selectable, Updateable } from 'kysely'

import { nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'
import type { OutsideKind, OutsideState } from '#rules/outside-work'
import type { Subject } from '#rules/subjects'

export type OutsideWorkRow = Omit<Selectable<DB['outside_work']>, 'kind' | 'state' | 'subject'> & {
  kind: OutsideKind
  state: OutsideState
  subject: Subject
  first_name: string
  last_name: string
  date_of_birth: string | null
  /** Of the learner's account. */
  status: string
  /** Null if the account is deleted. */
  asked_by_name: string | null
}

const works = (db: Db) =>
  db
    .selectFrom('outside_work as work')
    .innerJoin('accounts as learner', 'learner.id', 'work.learner_id')
    .leftJoin('accounts as asker', 'asker.id', 'work.asked_by')
    .selectAll('work')
    .select([
      'learner.first_name',
      'learner.last_name',
      'learner.date_of_birth',
      'learner.status',
      nameOf('asker').as('asked_by_name'),
    ])
    .$castTo<OutsideWorkRow>()

/** Newest first. */
export const listWorks = (db: Db, learnerId: string): Promise<OutsideWorkRow[]> =>
  works(db)
    .where('work.learner_id', '=', learnerId)
    .orderBy('work.created_at', 'desc')
    .orderBy('work.id')
    .execute()

export const findWork = (db: Db, id: string): Promise<OutsideWorkRow | undefined> =>
  works(db).where('work.id', '=', id).executeTakeFirst()

export const insertWork = async (
  db: Db,
  work: Omit<Insertable<DB['outside_work']>, 'id'>,
): Promise<string> => {
  const { id } = await db
    .insertInto('outside_work')
    .values(work)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a piece of work until the transaction ends. Returns its state; undefined if it is gone. */
export const lockWork = async (db: Db, id: string): Promise<OutsideState | undefined> => {
  const work = await db
    .selectFrom('outside_work')
    .select('state')
    .where('id', '=', id)
    .$narrowType<{ state: OutsideState }>()
    .forUpdate()
    .executeTakeFirst()
  return work?.state
}

export const updateWork = async (
  db: Db,
  id: string,
  change: Updateable<DB['outside_work']>,
): Promise<void> => {
  await db.updateTable('outside_work').set(change).where('id', '=', id).execute()
}

/** Sets work back to confirmed whose credit entry was reversed, so that an advisor can credit or decline it. */
export const reopenWork = async (db: Db, creditEntryId: string): Promise<void> => {
  await db
    .updateTable('outside_work')
    .set({ state: 'confirmed', credit_entry_id: null })
    .where('credit_entry_id', '=', creditEntryId)
    .execute()
}

export const deleteWork = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('outside_work').where('id', '=', id).execute()
}

/** Pieces that are neither credited nor declined. */
export const countOpen = async (db: Db, learnerId: string): Promise<number> => {
  const { open } = await db
    .selectFrom('outside_work')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('learner_id', '=', learnerId)
    .where('state', 'not in', ['credited', 'declined'])
    .executeTakeFirstOrThrow()
  return Number(open)
}

/**
 * Ends questions that were asked before a moment, and work added before it about which nobody was asked. Erases the addresses of
 * their witnesses. Returns those pieces.
 */
export const endQuestions = (db: Db, before: Date) =>
  db
    .updateTable('outside_work')
    .set({ state: 'silent', witness_email: null })
    .where(({ and, eb, or }) =>
      or([
        and([eb('state', '=', 'asked'), eb('asked_at', '<', before.toISOString())]),
        and([eb('state', '=', 'proposed'), eb('created_at', '<', before.toISOString())]),
      ]),
    )
    .returning(['id', 'learner_id', 'asked_at', 'witness_name'])
    .execute()
