import type { YoungScreen } from '#contract/guardians'
import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import { findYoungScreen, storeYoungScreen } from '#features/people'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { isYoung } from '#rules/age'

import { listGuardianAddresses } from './guardians.ts'

/** The screen of a child, and who chose it. */
export const showYoungScreen = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<YoungScreen> => {
  const found = await findYoungScreen(db, learnerId)
  if (!found) throw notFound()
  const { date_of_birth, ...screen } = found
  return { ...screen, applies: isYoung(date_of_birth, now.toISOString().slice(0, 10)) }
}

/** Applies the choice of one guardian and tells the others who decide. The last choice applies. `db` is a transaction. */
export const chooseYoungScreen = async (
  db: Db,
  { learnerId, guardianId, enabled }: { learnerId: string; guardianId: string; enabled: boolean },
  now: Date,
): Promise<YoungScreen> => {
  const before = await findYoungScreen(db, learnerId)
  if (before && before.enabled !== enabled) {
    await storeYoungScreen(db, learnerId, { enabled, by: guardianId, now })
    for (const { id } of await listGuardianAddresses(db, learnerId, 'consent')) {
      if (id === guardianId) continue
      await notifyPerson(
        db,
        {
          personId: id,
          category: 'family',
          topic: `young-screen ${learnerId}`,
          title: `${before.first_name}’s simple screen was switched ${enabled ? 'on' : 'off'}`,
          path: paths.child(learnerId),
          aboutId: learnerId,
        },
        now,
      )
    }
  }
  return showYoungScreen(db, learnerId, now)
}
