import { expressionBuilder, sql } from 'kysely'

import { currentAssignments } from '#features/advising'
import { nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'

type Learner = DB & { learner: DB['accounts'] }

/** True if the account in the row `learner` has a second factor. */
const hasSecondFactor = () => {
  const { exists, or, selectFrom } = expressionBuilder<Learner, 'learner'>()
  return or(
    (['totp_factors', 'passkeys'] as const).map((table) =>
      exists(
        selectFrom(table)
          .select(`${table}.user_id`)
          .whereRef(`${table}.user_id`, '=', 'learner.id'),
      ),
    ),
  ).$castTo<boolean>()
}

const holders = (db: Db) =>
  db
    .selectFrom('accounts as learner')
    .leftJoin('sign_in_cards as card', 'card.user_id', 'learner.id')
    .leftJoin('accounts as maker', 'maker.id', 'card.created_by')
    .select([
      'learner.id',
      'learner.first_name',
      'learner.last_name',
      'learner.email',
      'learner.sign_in_name',
      'learner.role',
      'learner.status',
      'learner.date_of_birth',
      'card.created_at as card_at',
      nameOf<string | null>('maker').as('maker_name'),
      hasSecondFactor().as('hasSecondFactor'),
    ])
export type Holder = Awaited<ReturnType<typeof listHolders>>[number]

export const listHolders = (db: Db, ids: readonly string[]) =>
  holders(db).where('learner.id', 'in', ids).orderBy('learner.id').execute()

/** Learners in an advisor's care, by name. */
export const listHoldersInCare = (db: Db, advisorId: string) =>
  holders(db)
    .where(
      'learner.id',
      'in',
      sql<string>`(select learner_id from ${currentAssignments} as assignment where advisor_id = ${advisorId})`,
    )
    .where('learner.status', 'in', ['active', 'pending_consent'])
    .orderBy('learner.first_name')
    .orderBy('learner.last_name')
    .orderBy('learner.id')
    .execute()

/** Stores new cards. A replaced card ends, and with it the sessions that it opened (a trigger). */
export const storeCards = (
  db: Db,
  cards: { user_id: string; hash: Buffer; created_at: string; created_by: string }[],
) =>
  db
    .insertInto('sign_in_cards')
    .values(cards)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'),
        created_at: ref('excluded.created_at'),
        created_by: ref('excluded.created_by'),
      })),
    )
    .execute()

/** Returns false if there was none. */
export const deleteCard = async (db: Db, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_cards')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A card by the hash of its secret, locked for the transaction, with its maker if that account is active. */
export const findCard = (db: Db, hash: Buffer) =>
  db
    .selectFrom('sign_in_cards as card')
    .innerJoin('accounts as learner', 'learner.id', 'card.user_id')
    .innerJoin('accounts as maker', 'maker.id', 'card.created_by')
    .select([
      'learner.id',
      'learner.first_name',
      'learner.email',
      'learner.role',
      'learner.date_of_birth',
      'maker.id as maker_id',
      hasSecondFactor().as('hasSecondFactor'),
    ])
    .where('card.hash', '=', hash)
    .where('learner.status', '=', 'active')
    .where('maker.status', '=', 'active')
    .forUpdate('card')
    .executeTakeFirst()
