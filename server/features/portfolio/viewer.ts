import { isInCaseload } from '#features/advising'
import { isGuardianOf } from '#features/family'
import type { Db } from '#platform/database'
import type { Caller } from '#platform/http'
import type { Viewer } from '#rules/audience'
import { isStaff } from '#rules/membership'

/** As whom the caller looks at a learner's page. The owner sees the page as strangers do; there is a preview besides. */
export const viewerOf = async (
  db: Db,
  caller: Caller | null,
  learnerId: string,
): Promise<Viewer> => {
  if (!caller || caller.userId === learnerId || caller.status !== 'active') return 'stranger'
  if (await isGuardianOf(db, caller.userId, learnerId)) return 'family'
  if (isStaff(caller.role) && (await isInCaseload(db, caller.userId, learnerId))) {
    return 'advisor'
  }
  return 'stranger'
}
