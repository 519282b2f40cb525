import { storeSharing } from '#features/people'
import type { Db } from '#platform/database'
import { SHOWN_TO_FRIENDS, type ShownToFriends } from '#rules/connections'

export const findSharing = async (db: Db, personId: string) => {
  const { shown_to_friends } = await db
    .selectFrom('accounts')
    .select('shown_to_friends')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return { shown: SHOWN_TO_FRIENDS.filter((each) => shown_to_friends.includes(each)) }
}

export const changeSharing = async (db: Db, personId: string, shown: readonly ShownToFriends[]) => {
  const chosen = SHOWN_TO_FRIENDS.filter((each) => shown.includes(each))
  await storeSharing(db, personId, chosen)
  return { shown: chosen }
}
