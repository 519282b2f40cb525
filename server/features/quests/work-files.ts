import type { FileRule } from '#features/files'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

/** A file is readable by everyone who may read the submission it belongs to. */
export const workFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id, ownerId }) => {
    if (!caller) return false
    const { may, relation } = await learners.accessOf(caller, ownerId)
    return (
      may('readWork') && isHandedIn(db, { id, ownerId }, { forGuardian: relation === 'guardian' })
    )
  }

/** True for a file of work that is not withdrawn. @param options.forGuardian excludes work that is hidden from guardians */
const isHandedIn = async (
  db: Db,
  file: { id: string; ownerId: string },
  { forGuardian }: { forGuardian: boolean },
): Promise<boolean> => {
  const attempt = await db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', file.ownerId)
    .where('state', '<>', 'withdrawn')
    .$if(forGuardian, (query) => query.where('held_back', '=', false))
    .where('blocks', '@>', JSON.stringify([{ file_id: file.id }]))
    .limit(1)
    .executeTakeFirst()
  return attempt !== undefined
}
