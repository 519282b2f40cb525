import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type * as z from 'zod/mini'

import {
  type GroupLearner,
  type LearnerGroup,
  type LearnerGroupChange,
  type ListedGroup,
  MAX_GROUP_SIZE,
  MAX_GROUPS,
  type NewLearnerGroup,
} from '#contract/groups'
import { lockAccounts } from '#features/people'
import type { DB, Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'

const MAX_NAMES = 1000

const cared = expressionBuilder<DB & { learner: DB['accounts'] }, 'caseload' | 'learner'>()

/** Condition on `caseload` and its `learner`: the advisor acts as the learner's advisor now (rules/access). */
const isInCare = cared.and([
  cared('learner.role', '=', 'student'),
  cared('learner.status', '=', 'active'),
  cared.not(
    cared.exists(
      cared
        .selectFrom('guardianships')
        .select('guardianships.learner_id')
        .whereRef('guardianships.learner_id', '=', 'learner.id')
        .whereRef('guardianships.guardian_id', '=', 'caseload.advisor_id'),
    ),
  ),
])

const caredFor = (db: Db, advisorId: string) =>
  db
    .selectFrom('caseload')
    .innerJoin('accounts as learner', 'learner.id', 'caseload.learner_id')
    .where('caseload.advisor_id', '=', advisorId)
    .where(isInCare)

/** Members of groups who are in the care of the group's advisor now. Membership alone grants nothing. */
export const currentMembers = (db: Db) =>
  db
    .selectFrom('learner_group_members as member')
    .innerJoin('learner_groups as of_group', 'of_group.id', 'member.group_id')
    .innerJoin('caseload', (join) =>
      join
        .onRef('caseload.learner_id', '=', 'member.learner_id')
        .onRef('caseload.advisor_id', '=', 'of_group.advisor_id'),
    )
    .innerJoin('accounts as learner', 'learner.id', 'member.learner_id')
    .where(isInCare)

/** By name. */
export const listCaseloadNames = (db: Db, advisorId: string): Promise<GroupLearner[]> =>
  caredFor(db, advisorId)
    .select(['learner.id', 'learner.first_name', 'learner.last_name'])
    .orderBy('learner.last_name')
    .orderBy('learner.first_name')
    .orderBy('learner.id')
    .limit(MAX_NAMES)
    .execute()

/** By name, archived ones last. */
export const listGroups = (db: Db, advisorId: string): Promise<ListedGroup[]> =>
  db
    .selectFrom('learner_groups')
    .select((group) => [
      'learner_groups.id',
      'learner_groups.name',
      group('archived_at', 'is not', null).$castTo<boolean>().as('archived'),
      currentMembers(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('member.group_id', '=', sql.ref<string>('learner_groups.id'))
        .$asScalar()
        .$notNull()
        .as('learner_count'),
    ])
    .where('advisor_id', '=', advisorId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('name')
    .orderBy('id')
    .execute()

export type GroupRef = { id: string; advisorId: string }

/** @throws notFound unless it is the advisor's */
export const findGroup = async (db: Db, { id, advisorId }: GroupRef): Promise<LearnerGroup> => {
  const group = await db
    .selectFrom('learner_groups')
    .select((group) => [
      'learner_groups.id',
      'learner_groups.name',
      group('archived_at', 'is not', null).$castTo<boolean>().as('archived'),
      jsonArrayFrom(
        currentMembers(db)
          .select(['learner.id', 'learner.first_name', 'learner.last_name'])
          .where('member.group_id', '=', sql.ref<string>('learner_groups.id'))
          .orderBy('learner.last_name')
          .orderBy('learner.first_name')
          .orderBy('learner.id'),
      ).as('learners'),
    ])
    .where('learner_groups.id', '=', id)
    .where('learner_groups.advisor_id', '=', advisorId)
    .executeTakeFirst()
  if (!group) throw notFound()
  return group
}

/** Locks the group until the transaction ends. @throws notFound unless it is the advisor's */
const lockGroup = async (db: Db, { id, advisorId }: GroupRef) => {
  const group = await db
    .selectFrom('learner_groups')
    .select(['name', 'archived_at'])
    .where('id', '=', id)
    .where('advisor_id', '=', advisorId)
    .forUpdate()
    .executeTakeFirst()
  if (!group) throw notFound()
  return group
}

/** `db` is a transaction. @throws conflict if the advisor has too many groups; invalid for learners not in their care */
export const createGroup = async (
  db: Db,
  advisorId: string,
  { name, learner_ids }: z.output<typeof NewLearnerGroup>,
  now: Date,
): Promise<{ id: string }> => {
  await lockAccounts(db, [advisorId])
  const { count } = await db
    .selectFrom('learner_groups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('advisor_id', '=', advisorId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_GROUPS) {
    throw conflict(`You can have up to ${MAX_GROUPS} groups. Delete one that you no longer need.`)
  }
  const created = await db
    .insertInto('learner_groups')
    .values({ advisor_id: advisorId, name, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addLearners(db, { id: created.id, advisorId }, learner_ids, now)
  return created
}

/** `db` is a transaction. @throws as `createGroup`; notFound unless it is the advisor's */
export const changeGroup = async (
  db: Db,
  ref: GroupRef,
  { name, archived, add, remove }: z.output<typeof LearnerGroupChange>,
  now: Date,
): Promise<LearnerGroup> => {
  const before = await lockGroup(db, ref)
  if (remove.length > 0) {
    await db
      .deleteFrom('learner_group_members')
      .where('group_id', '=', ref.id)
      .where('learner_id', 'in', remove)
      .execute()
  }
  await addLearners(db, ref, add, now)
  const archivedAt = archived ? (before.archived_at ?? now.toISOString()) : null
  await db
    .updateTable('learner_groups')
    .set({
      name: name ?? before.name,
      archived_at: archived === undefined ? before.archived_at : archivedAt,
    })
    .where('id', '=', ref.id)
    .execute()
  return findGroup(db, ref)
}

const addLearners = async (
  db: Db,
  { id, advisorId }: GroupRef,
  learnerIds: readonly string[],
  now: Date,
): Promise<void> => {
  const wanted = [...new Set(learnerIds)]
  if (wanted.length === 0) return
  const allowed = await caredFor(db, advisorId)
    .select('learner.id')
    .where('learner.id', 'in', wanted)
    .execute()
  if (allowed.length < wanted.length) {
    const message = 'You can only choose learners who are in your care.'
    throw invalid(message, { learner_ids: message })
  }
  await db
    .insertInto('learner_group_members')
    .values(wanted.map((learner_id) => ({ group_id: id, learner_id, added_at: now.toISOString() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { count } = await currentMembers(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member.group_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count > MAX_GROUP_SIZE) {
    const message = `A group can have up to ${MAX_GROUP_SIZE} learners`
    throw invalid(message, { learner_ids: message })
  }
}

/** @throws notFound unless it is the advisor's */
export const deleteGroup = async (db: Db, { id, advisorId }: GroupRef): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('learner_groups')
    .where('id', '=', id)
    .where('advisor_id', '=', advisorId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

/**
 * Gives an advisor a copy of another's current groups with the learners who came from there, in the transaction that moves them.
 * Learners who come later join the copy, and learners who go back find the group that was copied.
 */
export const copyGroups = async (
  db: Db,
  { fromId, toId, learnerIds }: { fromId: string; toId: string; learnerIds: readonly string[] },
  now: Date,
): Promise<void> => {
  await sql`
    insert into learner_groups (advisor_id, name, copied_from, created_at)
    select ${toId}::uuid, name, id, ${now.toISOString()}::timestamptz from learner_groups as source
    where advisor_id = ${fromId}::uuid and archived_at is null
      and exists (select from learner_group_members as member
                  where member.group_id = source.id and member.learner_id = any(${learnerIds}::uuid[]))
      and not exists (select from learner_groups as original
                      where original.id = source.copied_from and original.advisor_id = ${toId}::uuid)
    on conflict (advisor_id, copied_from) do nothing
  `.execute(db)
  await sql`
    insert into learner_group_members (group_id, learner_id, added_at)
    select target.id, member.learner_id, ${now.toISOString()}::timestamptz
    from learner_groups as source
    join learner_group_members as member on member.group_id = source.id and member.learner_id = any(${learnerIds}::uuid[])
    join learner_groups as target
      on target.advisor_id = ${toId}::uuid and (target.copied_from = source.id or target.id = source.copied_from)
    where source.advisor_id = ${fromId}::uuid and source.archived_at is null
    on conflict do nothing
  `.execute(db)
}

/**
 * Deletes groups archived before a moment, and the membership of learners who left the advisor's care before another: until then,
 * a learner who comes back is in the group again.
 */
export const deleteOldGroups = async (
  db: Db,
  before: { archived: string; left: string },
): Promise<void> => {
  await db.deleteFrom('learner_groups').where('archived_at', '<', before.archived).execute()
  await sql`
    delete from learner_group_members using learner_groups as of_group
    where of_group.id = learner_group_members.group_id
      and not exists (select from caseload
                      where caseload.learner_id = learner_group_members.learner_id and caseload.advisor_id = of_group.advisor_id)
      and not exists (select from past_assignments as past
                      where past.learner_id = learner_group_members.learner_id and past.advisor_id = of_group.advisor_id
                        and past.ended_at >= ${before.left}::timestamptz)
  `.execute(db)
}
