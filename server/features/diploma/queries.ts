import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Diploma, DiplomaSnapshot } from '#contract/diploma'
import { paths } from '#contract/paths'
import { acceptedQuests, acceptedXp, lastAcceptedAt } from '#features/learners'
import { storedSiteName } from '#features/site'
import type { Db } from '#platform/database'
import type { Pillar, PillarXp } from '#rules/pillars'

export type DiplomaHolder = {
  id: string
  first_name: string
  last_name: string
  date_of_birth: string | null
  subscription_tier: string
  site_name: unknown
  /** XP of accepted work, by pillar. */
  totals: PillarXp
  /** Completed quests whose required work has all been accepted. */
  quests: { title: string; completed_at: string }[]
  /** Time of the last final acceptance. */
  accepted_at: string | null
  /** Number of completed quests, accepted or not. */
  quests_completed: number
}

/** Returns the content of a learner's diploma at this moment; undefined for an unknown id. */
export const findLearner = async (db: Db, id: string): Promise<DiplomaHolder | undefined> => {
  const row = await db
    .selectFrom('accounts')
    .select((select) => [
      'accounts.id',
      'accounts.first_name',
      'accounts.last_name',
      'accounts.date_of_birth',
      'accounts.subscription_tier',
      storedSiteName.as('site_name'),
      jsonArrayFrom(
        select
          .selectFrom(acceptedXp(select.ref('accounts.id')).as('accepted'))
          .select(({ fn }) => ['accepted.pillar', fn.sum<number>('accepted.xp').as('xp')])
          .groupBy('accepted.pillar')
          .$narrowType<{ pillar: Pillar }>(),
      ).as('totals'),
      jsonArrayFrom(
        select
          .selectFrom('enrollments')
          .innerJoin('quests', 'quests.id', 'enrollments.quest_id')
          .leftJoin('quest_versions as started', (join) =>
            join
              .onRef('started.quest_id', '=', 'enrollments.quest_id')
              .onRef('started.version', '=', 'enrollments.version'),
          )
          // As it was when its work was accepted: learners may rename quests of their own.
          .select(({ fn }) => [
            sql<string>`coalesce(started.content ->> 'title', quests.title)`.as('title'),
            fn<string>('iso', ['enrollments.completed_at']).as('completed_at'),
          ])
          .whereRef('enrollments.learner_id', '=', 'accounts.id')
          .where('enrollments.quest_id', 'in', acceptedQuests(select.ref('accounts.id')))
          .where('enrollments.completed_at', 'is not', null)
          .orderBy('enrollments.completed_at')
          .orderBy('title'),
      ).as('quests'),
      lastAcceptedAt(select.ref('accounts.id')).as('accepted_at'),
      select
        .selectFrom('enrollments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('enrollments.learner_id', '=', 'accounts.id')
        .where('enrollments.state', '=', 'completed')
        .$asScalar()
        .as('quests_completed'),
    ])
    .where('accounts.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      totals: Object.fromEntries(row.totals.map(({ pillar, xp }) => [pillar, xp])),
    }
  )
}

export type DiplomaRow = {
  id: string
  learner_id: string
  credential_id: string
  snapshot: DiplomaSnapshot
  revoked_at: string | null
  revoked_because: string | null
  waived_because: string | null
}

const COLUMNS = [
  'id',
  'learner_id',
  'credential_id',
  'snapshot',
  'revoked_at',
  'revoked_because',
  'waived_because',
] as const

export const toReply = (row: DiplomaRow, publicUrl: string): Diploma => ({
  id: row.id,
  state: row.revoked_at === null ? 'valid' : 'revoked',
  revoked_at: row.revoked_at,
  revoked_because: row.revoked_because,
  waived_because: row.waived_because,
  verify_url: `${publicUrl}${paths.verified(row.snapshot.verify_code)}`,
  diploma: row.snapshot,
})

/** Newest first. A learner has a handful in a lifetime. */
export const listDiplomas = (db: Db, learnerId: string): Promise<DiplomaRow[]> =>
  db
    .selectFrom('diplomas')
    .select(COLUMNS)
    .$narrowType<{ snapshot: DiplomaSnapshot }>()
    .where('learner_id', '=', learnerId)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .limit(200)
    .execute()

export const findDiploma = (
  db: Db,
  by: { id: string } | { credentialId: string },
): Promise<DiplomaRow | undefined> =>
  db
    .selectFrom('diplomas')
    .select(COLUMNS)
    .$narrowType<{ snapshot: DiplomaSnapshot }>()
    .where((where) =>
      'id' in by ? where('id', '=', by.id) : where('credential_id', '=', by.credentialId),
    )
    .executeTakeFirst()

export const insertDiploma = (
  db: Db,
  diploma: {
    learnerId: string
    credentialId: string
    issuedBy: string | null
    waiver: string | null
    snapshot: DiplomaSnapshot
  },
): Promise<DiplomaRow> =>
  db
    .insertInto('diplomas')
    .values({
      number: diploma.snapshot.number,
      kind: diploma.snapshot.kind,
      learner_id: diploma.learnerId,
      credential_id: diploma.credentialId,
      snapshot: JSON.stringify(diploma.snapshot),
      issued_by: diploma.issuedBy,
      waived_because: diploma.waiver,
      issued_at: diploma.snapshot.issued_at,
    })
    .returning(COLUMNS)
    .$narrowType<{ snapshot: DiplomaSnapshot }>()
    .executeTakeFirstOrThrow()
