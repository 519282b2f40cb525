import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { QuestGroup } from '#contract/connections'
import { paths } from '#contract/paths'
import { arePeers } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { lockAccounts } from '#features/people'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'
import { GROUP_SIZE } from '#rules/connections'

import { toFriend, FRIEND, listFriends } from './friends.ts'

const groups = (db: Db, personId: string) =>
  db
    .selectFrom('quest_group_members as own')
    .innerJoin('quest_groups as group', 'group.id', 'own.group_id')
    .innerJoin('quests as quest', 'quest.id', 'group.quest_id')
    .innerJoin('accounts as person', 'person.id', 'own.member_id')
    .leftJoin('accounts as inviter', (join) =>
      join.onRef('inviter.id', '=', 'own.invited_by').on(arePeers('person', 'inviter')),
    )
    .select((group) => [
      'group.id',
      'group.name',
      'quest.id as quest_id',
      'quest.title as quest_title',
      'own.joined_at',
      'own.invited_by',
      'inviter.first_name as inviter',
      jsonArrayFrom(
        group
          .selectFrom('quest_group_members as member')
          .innerJoin('accounts as friend', 'friend.id', 'member.member_id')
          .select(FRIEND)
          .whereRef('member.group_id', '=', 'group.id')
          .whereRef('friend.id', '<>', 'person.id')
          .where('member.joined_at', 'is not', null)
          .where(arePeers('person', 'friend'))
          .orderBy('friend.first_name')
          .orderBy('friend.id'),
      ).as('members'),
    ])
    .where('own.member_id', '=', personId)
    .orderBy('group.created_at', 'desc')
    .orderBy('group.id')

export const listGroups = async (db: Db, personId: string, now: Date): Promise<QuestGroup[]> =>
  toGroups(await groups(db, personId).execute(), now)

const toGroups = (
  rows: Awaited<ReturnType<ReturnType<typeof groups>['execute']>>,
  now: Date,
): QuestGroup[] =>
  rows
    .map(({ quest_id, quest_title, joined_at, invited_by: _, inviter, members, ...row }) => ({
      ...row,
      quest: { id: quest_id, title: quest_title },
      state: joined_at === null ? ('invited' as const) : ('joined' as const),
      invited_by: inviter,
      members: members.map((member) => toFriend(member, now)),
    }))
    // An invitation from someone who is no longer a friend is void.
    .filter(({ state, invited_by }) => state === 'joined' || invited_by !== null)

const findGroup = async (db: Db, id: string, personId: string, now: Date): Promise<QuestGroup> => {
  const [group] = toGroups(await groups(db, personId).where('group.id', '=', id).execute(), now)
  if (!group) throw notFound()
  return group
}

/** Groups that a person has joined: each takes up room in the lists of the invited friends as well. */
const MAX_GROUPS = 100

const requireRoom = async (db: Db, personId: string): Promise<void> => {
  const { count } = await db
    .selectFrom('quest_group_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', personId)
    .where('joined_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (count >= MAX_GROUPS) {
    throw conflict(`You are in ${MAX_GROUPS} groups. Please leave one first.`)
  }
}

const isDoing = async (db: Db, personId: string, questId: string): Promise<boolean> => {
  const enrollment = await db
    .selectFrom('enrollments')
    .innerJoin('quests', 'quests.id', 'enrollments.quest_id')
    .select('quest_id')
    .where('enrollments.learner_id', '=', personId)
    .where('quest_id', '=', questId)
    .where('state', '<>', 'left')
    // Quests written for a single learner cannot be shared.
    .where('quests.learner_id', 'is', null)
    .executeTakeFirst()
  return enrollment !== undefined
}

/** @throws notFound unless all the others are friends */
export const requireFriends = async (
  db: Db,
  personId: string,
  others: readonly string[],
  now: Date,
): Promise<void> => {
  const friends = await listFriends(db, personId, now)
  if (others.some((id) => !friends.some((friend) => friend.id === id))) throw notFound()
}

type NewGroup = { personId: string; questId: string; name: string; friendIds: readonly string[] }

/**
 * Creates a group on one of the creator's quests and invites friends. `db` is a transaction.
 * @throws notFound unless the creator is doing the quest and all invited people are friends
 */
export const createGroup = async (
  db: Db,
  { personId, questId, name, friendIds }: NewGroup,
  now: Date,
): Promise<QuestGroup> => {
  if (!(await isDoing(db, personId, questId))) {
    const message = 'Choose a quest that you’ve started and everyone can do.'
    throw invalid(message, { quest_id: message })
  }
  const invited = new Set(friendIds)
  // A guardian who withdraws consent at the same moment ends all groups of their child.
  await lockAccounts(db, [personId, ...invited])
  await requireFriends(db, personId, friendIds, now)
  await requireRoom(db, personId)
  const at = now.toISOString()
  const { id } = await db
    .insertInto('quest_groups')
    .values({ quest_id: questId, name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = { group_id: id, invited_by: personId, invited_at: at }
  await db
    .insertInto('quest_group_members')
    .values([
      { ...member, member_id: personId, invited_by: null, joined_at: at },
      ...[...invited].map((member_id) => ({ ...member, member_id, joined_at: null })),
    ])
    .execute()
  const group = await findGroup(db, id, personId, now)
  const { first_name } = await db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  for (const friendId of invited) {
    await notifyPerson(
      db,
      {
        personId: friendId,
        category: 'connections',
        title: `${first_name} asks you to do “${group.quest.title}” together`,
        path: paths.questGroups,
        aboutId: personId,
        topic: `group ${id}`,
      },
      now,
    )
  }
  return group
}

/**
 * Requires that all members are connected with each other, so that nobody meets a stranger through a friend.
 * @throws notFound without an invitation; conflict with the missing connections
 */
export const joinGroup = async (
  db: Db,
  { id, personId }: { id: string; personId: string },
  now: Date,
): Promise<QuestGroup> => {
  await db.selectFrom('quest_groups').select('id').where('id', '=', id).forUpdate().execute()
  const group = await findGroup(db, id, personId, now)
  if (group.state === 'joined') return group
  if (!(await isDoing(db, personId, group.quest.id))) {
    throw conflict(`Start “${group.quest.title}” first, then join.`)
  }
  const joined = await db
    .selectFrom('quest_group_members')
    .select('member_id')
    .where('group_id', '=', id)
    .where('joined_at', 'is not', null)
    .execute()
  if (joined.length > group.members.length) {
    throw conflict('You can join once you’re friends with everyone in the group.')
  }
  if (joined.length >= GROUP_SIZE) throw conflict('The group is full.')
  await db
    .updateTable('quest_group_members')
    .set({ joined_at: now.toISOString() })
    .where('group_id', '=', id)
    .where('member_id', '=', personId)
    .execute()
  return findGroup(db, id, personId, now)
}

/** Leaves a group or declines its invitation; deletes the group with its last member. */
export const leaveGroup = async (
  db: Db,
  { id, personId }: { id: string; personId: string },
): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('quest_group_members')
    .where('group_id', '=', id)
    .where('member_id', '=', personId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  await db
    .deleteFrom('quest_groups')
    .where('id', '=', id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('quest_group_members')
            .select('member_id')
            .where('group_id', '=', id)
            .where('joined_at', 'is not', null),
        ),
      ),
    )
    .execute()
}
