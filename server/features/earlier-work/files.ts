import type { FileRule } from '#features/files'
import type { Parts } from '#platform/http'

/** Work submitted on another site is readable by everyone who may read the learner's work here. */
export const earlierFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id, ownerId }) => {
    const handedIn = await db
      .selectFrom('earlier_files')
      .select('file_id')
      .where('file_id', '=', id)
      .where('handed_in', '=', true)
      .executeTakeFirst()
    return handedIn !== undefined && (await learners.accessOf(caller, ownerId)).may('readWork')
  }
