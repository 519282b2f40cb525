import type { FileRule } from '#features/files'
import { isFileAddedBy } from '#features/quests'
import type { Parts } from '#platform/http'

/**
 * Evidence is readable by the person who added it until it is submitted, while that person may still add evidence; afterwards the
 * other rules apply.
 */
export const addedFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, file) => {
    if (!caller || !(await isFileAddedBy(db, file, caller.userId))) return false
    return (await learners.accessOf(caller, file.ownerId)).may('addEvidence')
  }
