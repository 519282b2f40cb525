import type { CreditEntry } from '#contract/advising'
import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

import {
  type AddedCredit,
  type CreditEntryRow,
  insertCreditEntry,
  insertReversal,
  listEntries,
} from './queries.ts'

/** A learner's credit entries by advisors, newest first. */
export const listCreditEntries = async (db: Db, learnerId: string): Promise<CreditEntry[]> =>
  (await listEntries(db, learnerId)).toReversed().map(asReply)

const asReply = ({ hundredths, ...entry }: CreditEntryRow): CreditEntry => ({
  ...entry,
  credits: hundredths / 100,
})

const entryOf = async (db: Db, learnerId: string, id: string): Promise<CreditEntry> => {
  const entries = await listCreditEntries(db, learnerId)
  const found = entries.find((entry) => entry.id === id)
  if (!found) throw notFound()
  return found
}

/** Entries of one learner, which each transcript lists. Reversals are always possible. */
const MAX_ENTRIES = 500

/** Adds transfer credit, credit for work outside, or an adjustment. `db` is a transaction. */
export const addCreditEntry = async (
  db: Db,
  by: { learnerId: string; recordedBy: string; now: Date },
  entry: AddedCredit,
): Promise<CreditEntry> => {
  if ((await listEntries(db, by.learnerId)).length >= MAX_ENTRIES) {
    throw conflict(
      `This record has ${MAX_ENTRIES} entries, which is the limit. More credit comes by work on quests.`,
    )
  }
  const id = await insertCreditEntry(db, by, entry)
  await notifyPerson(
    db,
    {
      personId: by.learnerId,
      category: 'achievements',
      title: 'There is new credit in your record',
      path: paths.credits,
      topic: 'credit',
    },
    by.now,
  )
  return entryOf(db, by.learnerId, id)
}

/** Reverses an entry by one of the opposite amount. `db` is a transaction. */
export const reverseCreditEntry = async (
  db: Db,
  by: { learnerId: string; recordedBy: string; now: Date },
  reversed: { id: string; reason: string },
): Promise<CreditEntry> => {
  const id = await insertReversal(db, by, reversed)
  if (!id) throw conflict('This entry is already reversed.')
  return entryOf(db, by.learnerId, id)
}
