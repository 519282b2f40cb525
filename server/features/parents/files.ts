import type { FileRule } from '#features/files'
import { isFileAddedBy } from '#features/quests'
import type { Parts } from '#platform/http'

/** Who has added a file to a learner's task sees it until it is handed in, for as long as they may add; then others' rules hold. */
export const addedFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, file) => {
    if (!caller || !(await isFileAddedBy(db, file, caller.userId))) return false
    return (await learners.accessOf(caller, file.ownerId)).may('addEvidence')
  }
