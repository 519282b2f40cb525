import type { FileRule } from '#features/files'

import { friendsOf } from './friends.ts'
import { listReceived } from './requests.ts'

/** A person's avatar is readable by friends and by recipients of the person's connection requests. */
export const avatarFiles =
  (clock: () => Date): FileRule =>
  async (db, caller, file) => {
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
    if (friend) return true
    const asked = await listReceived(db, caller.userId, clock())
    return asked.some(({ sender_id }) => sender_id === file.ownerId)
  }
