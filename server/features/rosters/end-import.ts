import { paths } from '#contract/paths'
import { emailRecipient, hasAddress } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'

import { importEmail } from './emails.ts'

type Sending = Pick<Parts, 'config' | 'mail'>

/** Emails the admins that an import which nobody looks at needs one of them. Does nothing for other imports. `db` is a transaction. */
export const notifyAdmins = async (
  parts: Sending,
  db: Db,
  importId: string,
  reason: string,
): Promise<void> => {
  const found = await db
    .selectFrom('roster_imports')
    .select('file_name')
    .where('id', '=', importId)
    .where('is_automatic', '=', true)
    .executeTakeFirst()
  if (!found) return
  const admins = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'first_name'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('email_verified_at', 'is not', null)
    .execute()
  for (const admin of admins.filter(hasAddress)) {
    const to = await emailRecipient({ ...parts, db }, admin)
    const email = importEmail(to, found.file_name, reason, paths.rosterImport(importId))
    await parts.mail.send(db, { ...email, about: admin.id })
  }
}

const end = (
  parts: Sending & Pick<Parts, 'db'>,
  id: string,
  { from, state, problem }: { from: string; state: 'refused' | 'failed'; problem: string },
): Promise<void> =>
  transaction(parts.db, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('roster_imports')
      .set({ state, problem })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await notifyAdmins(parts, db, id, problem)
  })

/** Ends an import whose file cannot be read. A job removes the file, also if the storage is away now. */
export const rejectImport = (
  parts: Sending & Pick<Parts, 'db' | 'jobs'>,
  id: string,
  problem: string,
): Promise<void> =>
  transaction(parts.db, async (db) => {
    await end({ ...parts, db }, id, { from: 'reading', state: 'refused', problem })
    await parts.jobs.enqueue(db, REMOVE_FILE, { importId: id })
  })

/** Queue of the job that removes the file of a refused or discarded import. */
export const REMOVE_FILE = 'roster-discard'

export const NOT_ACCEPTED =
  'The database did not accept a change, so nothing has been applied. Apply the file again. If that fails too, Jobs shows the reason: send it to whoever runs this site.'
export const APPLYING_ENDED =
  'Applying this was ended before it was finished. Nothing has changed. Apply it again.'

/** Ends an import that was not applied. */
export const failImport = (
  parts: Sending & Pick<Parts, 'db'>,
  id: string,
  problem: string,
): Promise<void> => end(parts, id, { from: 'applying', state: 'failed', problem })
