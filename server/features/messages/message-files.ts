import { sql } from 'kysely'

import { type FileRule, mayLeaveFamily } from '#features/files'
import type { Parts } from '#platform/http'

import { familyReaderFor, readerFor } from './conversation.ts'
import { findMessage } from './queries.ts'

/**
 * An attachment is readable by everyone who can read the message now: the conversation's members and their families. A learner's
 * that is not clean stays in the family.
 */
export const messageFiles =
  ({ clock, learners }: Pick<Parts, 'clock' | 'learners'>): FileRule =>
  async (db, caller, file) => {
    if (caller?.status !== 'active') return false
    const places = await db
      .selectFrom('message_files')
      .innerJoin('messages', 'messages.id', 'message_files.message_id')
      .select(['message_files.message_id'])
      .select(({ selectFrom }) =>
        sql<string[]>`array(${selectFrom('conversation_members')
          .innerJoin('accounts', 'accounts.id', 'conversation_members.user_id')
          .select('accounts.id')
          .whereRef('conversation_id', '=', 'messages.conversation_id')
          .where('accounts.id', '<>', caller.userId)})`.as('others'),
      )
      .where('message_files.file_id', '=', file.id)
      .execute()
    if (places.length === 0) return false
    if (!(await mayLeaveFamily({ clock, learners }, db, caller, file))) return false
    const reader = await readerFor({ db, clock }, caller)
    for (const { message_id, others } of places) {
      if (await findMessage(db, reader, message_id)) return true
      for (const member of others) {
        const { may } = await learners.accessOf(caller, member)
        if (!may('readMessages')) continue
        const family = await familyReaderFor({ db, clock }, member, caller.userId)
        if (await findMessage(db, family, message_id)) return true
      }
    }
    return false
  }
