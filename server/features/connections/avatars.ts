import type { FileRule } from '#features/files'

import { friendsOf } from './friends.ts'

/** A person's avatar is readable by friends. */
export const avatarFiles: FileRule = async (db, caller, file) => {
  if (!caller || caller.status !== 'active') return false
  const isAvatar = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', file.ownerId)
    .where('avatar_file_id', '=', file.id)
    .executeTakeFirst()
  if (!isAvatar) return false
  const friend = await friendsOf(db, caller.userId)
    .select('friend.id')
    .where('friend.id', '=', file.ownerId)
    .executeTakeFirst()
  return friend !== undefined
}
