import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Agreement } from '#contract/academy'
import type { newestPlan } from '#features/credits'
import { wasGuardian } from '#features/family'
import { nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'
import type { AgreementState, Signer } from '#rules/agreements'

import { CURRENT_AGREEMENT_TEXT } from './text.ts'

const eb = expressionBuilder<DB, 'agreements'>()

const signerName = (column: 'signed_by' | 'countersigned_by') =>
  eb
    .selectFrom('accounts')
    .select(nameOf('accounts').as('name'))
    .whereRef('accounts.id', '=', `agreements.${column}`)
    .$asScalar()

const agreements = (db: Db) =>
  db
    .selectFrom('agreements')
    .innerJoin('accounts as learner', 'learner.id', 'agreements.learner_id')
    .innerJoin('agreement_texts', 'agreement_texts.sha256', 'agreements.text_sha256')
    .select((select) => [
      'agreements.id',
      'agreements.learner_id',
      nameOf('learner').as('learner_name'),
      'agreements.state',
      'agreement_texts.version',
      'agreements.text_sha256',
      sql<boolean>`agreements.text_sha256 <> ${CURRENT_AGREEMENT_TEXT.sha256}`.as(
        'is_text_outdated',
      ),
      'agreements.scheduled_at',
      'agreements.place',
      'agreements.signers',
      'agreements.signed_on',
      'agreements.signed_by as signed_by_id',
      signerName('signed_by').as('signed_by'),
      signerName('countersigned_by').as('countersigned_by'),
      'agreements.countersigned_at',
      'agreements.ended_at',
      'agreements.reason',
      'agreements.created_at',
      jsonArrayFrom(
        select
          .selectFrom('agreement_scans')
          .innerJoin('files', 'files.id', 'agreement_scans.file_id')
          .select(({ fn, val }) => [
            'files.id as file_id',
            fn.coalesce('files.content_type', val('')).as('content_type'),
            'files.name',
          ])
          .whereRef('agreement_scans.agreement_id', '=', 'agreements.id')
          .orderBy('agreement_scans.position'),
      ).as('scans'),
    ])
    .$narrowType<{ state: AgreementState; signers: Signer[] }>()

export type StoredAgreement = Agreement & { signed_by_id: string | null }

/** Newest first. */
export const listAgreements = (db: Db, learnerId: string): Promise<StoredAgreement[]> =>
  agreements(db)
    .where('agreements.learner_id', '=', learnerId)
    .orderBy('agreements.created_at', 'desc')
    .orderBy('agreements.id')
    .limit(100)
    .execute()

/** Agreements that need action first. Guardians who work here do not see those of their own children. */
export const listAllAgreements = (
  db: Db,
  {
    readerId,
    state,
    offset,
    limit,
  }: { readerId: string; state: AgreementState | undefined; offset: number; limit: number },
): Promise<StoredAgreement[]> =>
  agreements(db)
    .where(sql<boolean>`not ${wasGuardian(readerId, sql`agreements.learner_id`)}`)
    .$if(state !== undefined, (query) => query.where('agreements.state', '=', state ?? ''))
    .orderBy(
      sql`array_position(array['signed', 'scheduled', 'draft', 'countersigned'], agreements.state)`,
      (order) => order.asc().nullsLast(),
    )
    .orderBy('agreements.changed_at', 'desc')
    .orderBy('agreements.id')
    .offset(offset)
    .limit(limit)
    .execute()

/** Locks the agreement until the transaction ends. Returns undefined if it belongs to another learner. */
export const lockAgreement = async (
  db: Db,
  { learnerId, id }: { learnerId: string; id: string },
): Promise<StoredAgreement | undefined> => {
  await db.selectFrom('agreements').select('id').where('id', '=', id).forUpdate().execute()
  return agreements(db)
    .where('agreements.id', '=', id)
    .where('agreements.learner_id', '=', learnerId)
    .executeTakeFirst()
}

export const findText = (db: Db, { learnerId, id }: { learnerId: string; id: string }) =>
  db
    .selectFrom('agreements')
    .innerJoin('agreement_texts', 'agreement_texts.sha256', 'agreements.text_sha256')
    .select(['title', 'version', 'sha256', 'text'])
    .where('agreements.id', '=', id)
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()

export const insertAgreement = async (
  db: Db,
  agreement: {
    learner_id: string
    state: 'draft' | 'scheduled'
    scheduled_at: string | null
    place: string
    recorded_by: string
  },
  now: Date,
): Promise<string> => {
  const { id } = await db
    .insertInto('agreements')
    .values({
      ...agreement,
      text_sha256: CURRENT_AGREEMENT_TEXT.sha256,
      created_at: now.toISOString(),
      changed_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateAgreement = async (
  db: Db,
  id: string,
  {
    signers,
    ...change
  }: Partial<{
    plan_id: typeof newestPlan
    state: AgreementState
    scheduled_at: string | null
    place: string
    signers: readonly Signer[]
    signed_on: string
    signed_by: string
    countersigned_by: string
    countersigned_at: string
    ended_by: string
    ended_at: string
    reason: string
  }>,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('agreements')
    .set({
      ...change,
      ...(signers ? { signers: JSON.stringify(signers) } : {}),
      changed_at: now.toISOString(),
    })
    .where('id', '=', id)
    .execute()
}

/** The agreement that makes the learner a member of the academy. */
export const findActiveAgreement = (db: Db, learnerId: string) =>
  db
    .selectFrom('agreements')
    .select('id')
    .where('learner_id', '=', learnerId)
    .where('state', '=', 'countersigned')
    .forUpdate()
    .executeTakeFirst()
