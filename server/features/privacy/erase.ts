import { sql } from 'kysely'

import { listScansOfChild } from '#features/consent'
import { endLinksOfErased, listLinkedAddresses } from '#features/family'
import { dropFiles } from '#features/files'
import { releaseFiles } from '#features/messages'
import { deleteNoticesOfMany } from '#features/notifications'
import { type AccountCondition, deleteAccount } from '#features/people'
import { listFilesQuotedAbout } from '#features/safety'
import { eraseAuditDetails, recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { deleteRepliesOf } from '#platform/http'
import { discardJobs, discardJobsAbout } from '#platform/jobs'
import { deleteMailTo } from '#platform/mail'

import { listCopiesOf } from './exports.ts'
import { PERSONAL_DATA, type PersonalData } from './personal-data.ts'

/** Tables keyed by email address, with or without an account, that are declared as deleted with the person. */
const BY_ADDRESS = Object.entries<PersonalData>(PERSONAL_DATA).flatMap(
  ([
    table,
    {
      by,
      erased,
      owner,
      of: [column = ''],
    },
  ]) => (by === 'email' && erased === 'deleted' && owner !== 'platform' ? [{ table, column }] : []),
)

/**
 * Erases a person: the account and everything that cascades, mentions elsewhere, and details of the audit log, which retains ids
 * only. Files lose their owner; the sweep deletes their bytes. See personal-data.ts.
 *
 * @param isDue erases only if true: the account may have been restored or opened just now
 * @param how.isLapsed because nobody consented, not at somebody's request
 * @returns true if it was erased
 */
export const eraseAccount = (
  db: Db,
  userId: string,
  isDue?: AccountCondition,
  how: { isLapsed?: boolean } = {},
): Promise<boolean> =>
  transaction(db, async (db) => {
    const scans = await listScansOfChild(db, userId)
    const copies = await listCopiesOf(db, userId)
    const quoted = await listFilesQuotedAbout(db, userId)
    const guardians = await listLinkedAddresses(db, userId)
    const erased = await deleteAccount(db, userId, isDue, how)
    if (!erased) return false
    for (const { id, user_id } of copies) await dropFiles(db, user_id, [id])
    for (const { id, owner_id } of scans) if (owner_id) await dropFiles(db, owner_id, [id])
    // Of messages that others have deleted: with the reports, nobody reads them any more.
    await releaseFiles(db, quoted)
    const { email } = erased
    await deleteRepliesOf(db, userId)
    // An unconfirmed address may belong to another person, and so may the invitation sent to it.
    if (email !== null && erased.email_verified_at) {
      await endLinksOfErased(db, email)
      for (const { table, column } of BY_ADDRESS) {
        await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${email}`.execute(db)
      }
    }
    if (email !== null) {
      await deleteMailTo(db, email)
      await discardJobs(db, [{ to: email }, { email }])
    }
    await discardJobsAbout(db, userId)
    // Deletes those about a friend as well, which name the learner too.
    const notices = guardians.flatMap(({ id }) =>
      id === null ? [] : [{ personId: id, aboutId: userId }],
    )
    await deleteNoticesOfMany(db, notices)
    await eraseAuditDetails(db, userId)
    await recordAudit(db, { subjectId: userId, action: 'account_erased', address: null })
    return true
  })
