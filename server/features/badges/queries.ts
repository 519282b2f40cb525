import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { catalogVersion } from '#features/catalog'
import { mayPublish } from '#features/learners'
import type { Db } from '#platform/database'
import type { BadgeFacts } from '#rules/badges'
import type { Pillar } from '#rules/pillars'

/** What a learner's progress on badges follows from, as a query brings it. */
export type BadgeFactsRow = {
  totals: Partial<Record<Pillar, [xp: number, tasks: number]>>
  /** Quests completed, and quests at work. */
  completed: string[]
  begun: string[]
}

export type Held = { badge_id: string; version: number; by_advisor: boolean }
export type Award = Held & {
  credential_id: string
  /** Null while the learner may not publish. */
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

type LearnerId = string | RawBuilder<string>

/** XP and tasks by pillar, for the query that needs them. */
export const pillarTotals = (learnerId: LearnerId) => sql<BadgeFactsRow['totals']>`
  (select coalesce(json_object_agg(pillar, json_build_array(xp, tasks)), '{}')
   from xp_totals where learner_id = ${learnerId})`

/** Ids of the badges that a learner pursues, the newest goal first. */
export const pursuedBadges = (learnerId: LearnerId) => sql<string[]>`
  array(select badge_id from badge_pursuits where learner_id = ${learnerId} order by since desc)`

/** Ids of the badges that a learner has. */
export const heldBadges = (learnerId: LearnerId) => sql<string[]>`
  array(select badge_id from badge_awards where learner_id = ${learnerId} and withdrawn_at is null)`

const quests = (learnerId: string, state: 'completed' | 'active') => sql<string[]>`
  array(select quest_id from enrollments where learner_id = ${learnerId} and state = ${sql.lit(state)})`

/** The awards as whoever looks at them needs them, oldest first. */
const awards = (learnerId: LearnerId) => sql<Award[]>`
  (select coalesce(json_agg(json_build_object(
            'badge_id', a.badge_id, 'version', a.version, 'credential_id', a.credential_id,
            'code', case when ${mayPublish} then c.code end,
            'earned_at', iso(a.earned_at), 'reason', a.reason, 'by_advisor', a.reason is not null)
            order by a.earned_at, a.id), '[]')
   from badge_awards a join credentials c on c.id = a.credential_id join users u on u.id = a.learner_id
   where a.learner_id = ${learnerId} and a.withdrawn_at is null)`

export type Settled = BadgeFactsRow & { held: Held[] }

/** All that decides about a learner's badges, for the query that needs it. */
const settledOf = (learnerId: string) => sql<Settled>`
  ${pillarTotals(learnerId)} as totals, ${quests(learnerId, 'completed')} as completed, array[]::uuid[] as begun,
  (select coalesce(json_agg(json_build_object(
            'badge_id', badge_id, 'version', version, 'by_advisor', reason is not null)), '[]')
   from badge_awards where learner_id = ${learnerId} and withdrawn_at is null) as held`

export const findSettled = async (
  db: Db,
  learnerId: string,
): Promise<Settled & { catalog_version: string }> => {
  const { rows } = await sql<Settled & { catalog_version: string }>`
    select ${catalogVersion} as catalog_version, ${settledOf(learnerId)}
  `.execute(db)
  return rows[0]!
}

export type BadgeStanding = BadgeFactsRow & {
  catalog_version: string
  awards: Award[]
  pursued: string[]
}

/** All that badge pages show of a learner. */
export const findBadgeStanding = async (db: Db, learnerId: string): Promise<BadgeStanding> => {
  const { rows } = await sql<BadgeStanding>`
    select ${catalogVersion} as catalog_version, ${pillarTotals(learnerId)} as totals,
           ${quests(learnerId, 'completed')} as completed, ${quests(learnerId, 'active')} as begun,
           ${awards(learnerId)} as awards, ${pursuedBadges(learnerId)} as pursued
  `.execute(db)
  return rows[0]!
}

export const findAwards = async (
  db: Db,
  learnerId: string,
): Promise<{ catalog_version: string; awards: Award[] }> => {
  const { rows } = await sql<{ catalog_version: string; awards: Award[] }>`
    select ${catalogVersion} as catalog_version, ${awards(learnerId)} as awards
  `.execute(db)
  return rows[0]!
}

/** The award behind a credential, withdrawn or not. */
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
      'badge_versions.name',
      'badge_versions.description',
      'badge_versions.criteria_text',
      'badge_versions.pillars',
      'badge_versions.shape',
    ])
    .where('badge_awards.credential_id', '=', credentialId)
    .executeTakeFirst()

export const findName = (db: Db, learnerId: string) =>
  db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'date_of_birth'])
    .where('id', '=', learnerId)
    .executeTakeFirst()

export const insertAwards = (
  db: Db,
  rows: readonly {
    learner_id: string
    badge_id: string
    version: number
    credential_id: string
    holder_name: string
    earned_at: string
    awarded_by: string | null
    reason: string | null
  }[],
) => db.insertInto('badge_awards').values(rows).execute()

/** Withdraws awards; returns their credentials. */
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
  return withdrawn.map(({ credential_id }) => credential_id)
}

/** Sets a badge as a goal; a badge that is not there, and one that is a goal already, change nothing. */
export const insertPursuit = (db: Db, learnerId: string, badgeId: string, now: Date) =>
  sql`
    insert into badge_pursuits (learner_id, badge_id, since)
    select ${learnerId}::uuid, id, ${now.toISOString()}::timestamptz from badges where id = ${badgeId}
    on conflict (learner_id, badge_id) do nothing
  `.execute(db)

export const deletePursuit = (db: Db, learnerId: string, badgeId: string) =>
  db
    .deleteFrom('badge_pursuits')
    .where('learner_id', '=', learnerId)
    .where('badge_id', '=', badgeId)
    .execute()
