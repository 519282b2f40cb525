import type { YoungScreen } from '#contract/guardians'
import { findYoungScreen, storeYoungScreen } from '#features/people'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { isYoung } from '#rules/age'

import { notifyGuardians } from './notify-guardians.ts'

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
    await notifyGuardians(
      db,
      { learnerId, scope: 'consent', except: guardianId },
      {
        topic: `young-screen ${learnerId}`,
        title: `${before.first_name}’s simple screen was switched ${enabled ? 'on' : 'off'}`,
      },
      now,
    )
  }
  return showYoungScreen(db, learnerId, now)
}
