import type { Friend } from '#contract/connections'
import { arePeers } from '#features/learners'
import { avatarOf } from '#features/people'
import type { Db } from '#platform/database'
import { publicName } from '#rules/text/display-name'
import { levelOf } from '#rules/xp'

/** Query for a person's current friends; callers add columns. */
export const friendsOf = (db: Db, personId: string) =>
  db
    .selectFrom('connections')
    .innerJoin('accounts as person', (join) => join.on('person.id', '=', personId))
    .innerJoin('accounts as friend', (join) =>
      join.on(({ and, eb, or, ref }) =>
        or([
          and([
            eb('connections.first_id', '=', ref('person.id')),
            eb('friend.id', '=', ref('connections.second_id')),
          ]),
          and([
            eb('connections.second_id', '=', ref('person.id')),
            eb('friend.id', '=', ref('connections.first_id')),
          ]),
        ]),
      ),
    )
    .where(({ eb, or }) =>
      or([eb('connections.first_id', '=', personId), eb('connections.second_id', '=', personId)]),
    )
    .where(arePeers('person', 'friend'))

type Named = { first_name: string; last_name: string; date_of_birth: string | null }

/** A person as friends see them: without data that only the family may see. */
export const toFriend = <T extends Named>({ last_name, date_of_birth, ...row }: T, now: Date) => {
  const { first_name } = row
  const today = now.toISOString().slice(0, 10)
  return { ...row, name: publicName({ first_name, last_name, date_of_birth }, today) }
}

export const FRIEND = [
  'friend.id',
  'friend.first_name',
  'friend.last_name',
  'friend.date_of_birth',
  avatarOf('friend'),
] as const

/** Sorted by name; levels only for friends who share theirs. */
export const listFriends = async (db: Db, personId: string, now: Date): Promise<Friend[]> => {
  const rows = await friendsOf(db, personId)
    .select(FRIEND)
    .select(({ selectFrom }) => [
      'connections.since',
      'friend.shown_to_friends as shown',
      selectFrom('xp_totals')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('xp'), lit(0)).as('xp'))
        .whereRef('learner_id', '=', 'friend.id')
        .as('xp'),
    ])
    .orderBy('friend.first_name')
    .orderBy('friend.id')
    .execute()
  return rows.map(({ shown, xp, ...row }) => ({
    ...toFriend(row, now),
    level: shown.includes('level') ? levelOf(Number(xp)) : null,
  }))
}
