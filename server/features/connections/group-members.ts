import { arePeers } from '#features/learners'
import type { Db } from '#platform/database'

const areFriends = arePeers('person', 'other')

export type QuestGroupOf = {
  id: string
  name: string
  quest_id: string
  /** Joined members who are the person's friends, without the person. */
  member_ids: string[]
}

/**
 * A group as one of its members sees it; undefined unless the person has joined. Members who are not the person's friends are
 * hidden: check again for each message.
 */
export const findGroupOf = async (
  db: Db,
  groupId: string,
  personId: string,
): Promise<QuestGroupOf | undefined> => {
  const rows = await db
    .selectFrom('quest_group_members as own')
    .innerJoin('quest_groups as group', 'group.id', 'own.group_id')
    .innerJoin('accounts as person', 'person.id', 'own.member_id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('quest_group_members as member')
          .innerJoin('accounts as other', 'other.id', 'member.member_id')
          .selectAll('other')
          .select('member.group_id')
          .where('member.joined_at', 'is not', null)
          .as('other'),
      (join) =>
        join
          .onRef('other.group_id', '=', 'own.group_id')
          .onRef('other.id', '<>', 'own.member_id')
          .on(areFriends),
    )
    .select(['group.id', 'group.name', 'group.quest_id', 'other.id as member_id'])
    .where('own.group_id', '=', groupId)
    .where('own.member_id', '=', personId)
    .where('own.joined_at', 'is not', null)
    .where('person.status', '=', 'active')
    .execute()
  const [group] = rows
  if (!group) return undefined
  const { id, name, quest_id } = group
  return { id, name, quest_id, member_ids: rows.flatMap(({ member_id }) => member_id ?? []) }
}
