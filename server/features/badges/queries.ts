import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { catalogVersion } from '#features/catalog'
import { signAnew } from '#features/credentials'
import { acceptedQuests, acceptedXp, mayPublish } from '#features/learners'
import {
  arrayFrom,
  preparedQuery,
  type DB,
  type Db,
  type Param,
  jsonRecordFrom,
} from '#platform/database'
import type { BadgeFacts } from '#rules/badges'
import type { Pillar } from '#rules/pillars'

/** Inputs of a learner's badge progress, in the shape of the query's row. */
export type BadgeFactsRow = {
  totals: Partial<Record<Pillar, [xp: number, tasks: number]>>
  /** Completed quests, and active quests. */
  completed: string[]
  begun: string[]
}

export type HeldBadge = { badge_id: string; version: number; by_advisor: boolean }
export type Award = HeldBadge & {
  /** Null until the work behind the badge is accepted. */
  credential_id: string | null
  /** Null without a credential, or if the learner may not publish. */
  code: string | null
  earned_at: string
  reason: string | null
}

export const badgeFactsOf = ({ totals, completed, begun }: BadgeFactsRow): BadgeFacts => {
  const of = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(totals).map(([pillar, pair]) => [pillar, pair[at]]))
  return {
    xp: of(0),
    tasks: of(1),
    completed: new Set(completed),
    begun: new Set(begun),
    awarded: false,
  }
}

type LearnerId = string | Expression<string>

const eb = expressionBuilder<DB>()

/** XP and tasks by pillar, as a subquery. */
export const pillarTotals = (learnerId: LearnerId) =>
  jsonRecordFrom(
    eb
      .selectFrom('xp_totals')
      .select(({ fn }) => [
        'pillar as key',
        fn<[xp: number, tasks: number]>('json_build_array', ['xp', 'tasks']).as('value'),
      ])
      .where('learner_id', '=', learnerId),
  )

/** Ids of badges that a learner pursues, newest goal first. */
export const pursuedBadges = (learnerId: LearnerId) =>
  arrayFrom(
    eb
      .selectFrom('badge_pursuits')
      .select('badge_id')
      .where('learner_id', '=', learnerId)
      .orderBy('since', 'desc'),
  )

const awardsOf = (learnerId: LearnerId) =>
  eb
    .selectFrom('badge_awards')
    .where('badge_awards.learner_id', '=', learnerId)
    .where('badge_awards.withdrawn_at', 'is', null)

export const heldBadges = (learnerId: LearnerId) =>
  arrayFrom(awardsOf(learnerId).select('badge_awards.badge_id'))

const questsIn = (state: 'completed' | 'active', learnerId: LearnerId) =>
  arrayFrom(
    eb
      .selectFrom('enrollments')
      .select('quest_id')
      .where('learner_id', '=', learnerId)
      .where('state', '=', state),
  )

/** Awards with their credentials, oldest first. */
const awards = (learnerId: string) =>
  jsonArrayFrom(
    awardsOf(learnerId)
      .leftJoin('credentials', 'credentials.id', 'badge_awards.credential_id')
      .innerJoin('accounts as u', 'u.id', 'badge_awards.learner_id')
      .select(({ eb, fn }) => [
        'badge_awards.badge_id',
        'badge_awards.version',
        'badge_awards.credential_id',
        eb.case().when(mayPublish).then(eb.ref('credentials.code')).end().as('code'),
        fn<string>('iso', ['badge_awards.earned_at']).as('earned_at'),
        'badge_awards.reason',
        eb('badge_awards.reason', 'is not', null).as('by_advisor'),
      ])
      .orderBy('badge_awards.earned_at')
      .orderBy('badge_awards.id'),
  )

export type StoredBadgeFacts = BadgeFactsRow & {
  held: HeldBadge[]
  /** Null if the account is deleted. */
  learner: { first_name: string; last_name: string; date_of_birth: string | null } | null
}

const settledOf = preparedQuery((db: Db, param: Param<{ learnerId: string }>) =>
  db
    .selectNoFrom([
      catalogVersion.as('catalog_version'),
      pillarTotals(param('learnerId')).as('totals'),
      questsIn('completed', param('learnerId')).as('completed'),
      sql<string[]>`array[]::uuid[]`.as('begun'),
      jsonArrayFrom(
        awardsOf(param('learnerId')).select(({ eb }) => [
          'badge_id',
          'version',
          eb('reason', 'is not', null).as('by_advisor'),
        ]),
      ).as('held'),
      jsonObjectFrom(
        eb
          .selectFrom('accounts')
          .select(['first_name', 'last_name', 'date_of_birth'])
          .where('id', '=', param('learnerId')),
      ).as('learner'),
    ])
    .$castTo<StoredBadgeFacts & { catalog_version: string }>(),
)

/** Loads the inputs for awarding and withdrawing a learner's badges. */
export const findBadgeFacts = async (db: Db, learnerId: string) => {
  const [settled] = await settledOf(db, { learnerId })
  return settled!
}

type HeldAward = HeldBadge & {
  id: string
  credential_id: string | null
  holder_name: string
  earned_at: string
  awarded_by: string | null
  reason: string | null
}

export type ReviewedBadgeFacts = BadgeFactsRow & { catalog_version: string; held: HeldAward[] }

/**
 * The inputs of a learner's badges, counting accepted work only. Work counts as accepted once the decision is final and cannot be
 * undone.
 */
export const findReviewedBadgeFacts = (db: Db, learnerId: string): Promise<ReviewedBadgeFacts> =>
  db
    .selectNoFrom([
      catalogVersion.as('catalog_version'),
      jsonRecordFrom(
        eb
          .selectFrom(acceptedXp(learnerId).as('entry'))
          .select(({ fn }) => [
            'entry.pillar as key',
            fn<[xp: number, tasks: number]>('json_build_array', [
              fn.sum('entry.xp'),
              fn.count('entry.task_id'),
            ]).as('value'),
          ])
          .groupBy('entry.pillar'),
      ).as('totals'),
      arrayFrom(acceptedQuests(learnerId)).as('completed'),
      sql<string[]>`array[]::uuid[]`.as('begun'),
      jsonArrayFrom(
        awardsOf(learnerId).select(({ eb, fn }) => [
          'id',
          'badge_id',
          'version',
          'credential_id',
          'holder_name',
          fn<string>('iso', ['earned_at']).as('earned_at'),
          'awarded_by',
          'reason',
          eb('reason', 'is not', null).as('by_advisor'),
        ]),
      ).as('held'),
    ])
    .$castTo<ReviewedBadgeFacts>()
    .executeTakeFirstOrThrow()

export type BadgeSnapshot = BadgeFactsRow & {
  catalog_version: string
  awards: Award[]
  pursued: string[]
}

/** Loads a learner's data for badge pages. */
export const findBadgeSnapshot = (db: Db, learnerId: string): Promise<BadgeSnapshot> =>
  db
    .selectNoFrom([
      catalogVersion.as('catalog_version'),
      pillarTotals(learnerId).as('totals'),
      questsIn('completed', learnerId).as('completed'),
      questsIn('active', learnerId).as('begun'),
      awards(learnerId).as('awards'),
      pursuedBadges(learnerId).as('pursued'),
    ])
    .$castTo<BadgeSnapshot>()
    .executeTakeFirstOrThrow()

export const findAwards = (
  db: Db,
  learnerId: string,
): Promise<{ catalog_version: string; awards: Award[] }> =>
  db
    .selectNoFrom([catalogVersion.as('catalog_version'), awards(learnerId).as('awards')])
    .$castTo<{ catalog_version: string; awards: Award[] }>()
    .executeTakeFirstOrThrow()

/** The award behind a credential, including withdrawn ones. */
export const findAwardOf = (db: Db, credentialId: string) =>
  db
    .selectFrom('badge_awards')
    .innerJoin('badge_versions', (join) =>
      join
        .onRef('badge_versions.badge_id', '=', 'badge_awards.badge_id')
        .onRef('badge_versions.version', '=', 'badge_awards.version'),
    )
    .select([
      'badge_awards.holder_name',
      'badge_versions.id',
      'badge_versions.badge_id',
      'badge_versions.version',
      'badge_versions.name',
      'badge_versions.description',
      'badge_versions.criteria_text',
      'badge_versions.pillars',
      'badge_versions.shape',
    ])
    .where('badge_awards.credential_id', '=', credentialId)
    .executeTakeFirst()

export const insertAwards = (
  db: Db,
  rows: readonly {
    learner_id: string
    badge_id: string
    version: number
    credential_id?: string | null
    holder_name: string
    earned_at: string
    awarded_by: string | null
    reason: string | null
  }[],
) => db.insertInto('badge_awards').values(rows).execute()

/**
 * Names a learner's badges as they may be named now; all credentials are signed anew, under the same codes. Nobody may rely on a name
 * or an address that a minor's should not have had.
 */
export const renameHolder = async (
  db: Db,
  learnerId: string,
  holder_name: string,
): Promise<void> => {
  await db
    .updateTable('badge_awards')
    .set({ holder_name })
    .where('learner_id', '=', learnerId)
    .execute()
  await signAnew(db, learnerId)
}

/** Withdraws awards and returns their credentials. */
export const withdrawAwards = async (
  db: Db,
  learnerId: string,
  badgeIds: readonly string[],
  now: Date,
): Promise<string[]> => {
  const withdrawn = await db
    .updateTable('badge_awards')
    .set({ withdrawn_at: now.toISOString() })
    .where('learner_id', '=', learnerId)
    .where('badge_id', 'in', badgeIds)
    .where('withdrawn_at', 'is', null)
    .returning('credential_id')
    .execute()
  return withdrawn.flatMap(({ credential_id }) => credential_id ?? [])
}

export const setCredential = (db: Db, awardId: string, credentialId: string) =>
  db
    .updateTable('badge_awards')
    .set({ credential_id: credentialId })
    .where('id', '=', awardId)
    .execute()

/** Adds a badge as a goal; does nothing if it does not exist or is already a goal. */
export const insertPursuit = (db: Db, learnerId: string, badgeId: string, now: Date) =>
  db
    .insertInto('badge_pursuits')
    .columns(['learner_id', 'badge_id', 'since'])
    .expression((insert) =>
      insert
        .selectFrom('badges')
        .select(({ cast, val }) => [
          cast<string>(val(learnerId), 'uuid').as('learner_id'),
          'id',
          cast<string>(val(now.toISOString()), 'timestamptz').as('since'),
        ])
        .where('id', '=', badgeId),
    )
    .onConflict((conflict) => conflict.columns(['learner_id', 'badge_id']).doNothing())
    .execute()

export const deletePursuit = (db: Db, learnerId: string, badgeId: string) =>
  db
    .deleteFrom('badge_pursuits')
    .where('learner_id', '=', learnerId)
    .where('badge_id', '=', badgeId)
    .execute()
