import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import type { GuardianScope } from '#rules/access'

import { listGuardianAddresses } from './guardians.ts'

/**
 * Notifies a child's guardians with a scope, with a link to the child's page. `db` is a transaction.
 * @param to.except the guardian who made the change
 */
export const notifyGuardians = async (
  db: Db,
  { learnerId, scope, except }: { learnerId: string; scope: GuardianScope; except?: string },
  { title, topic }: { title: string; topic?: string },
  now: Date,
): Promise<void> => {
  for (const { id } of await listGuardianAddresses(db, learnerId, scope)) {
    if (id === except) continue
    await notifyPerson(
      db,
      {
        personId: id,
        category: 'family',
        ...(topic && { topic }),
        title,
        path: paths.child(learnerId),
        aboutId: learnerId,
      },
      now,
    )
  }
}
