import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import { emailRecipient, hasAddress } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { fullYears } from '#rules/age'

import { newGuardianEmail } from './emails.ts'
import { listLinkedAddresses } from './guardians.ts'

/** Job that searches earlier safety reports for guardians whom they may name. It runs every minute, and at once for a new guardian. */
export const NEW_GUARDIANS_JOB = 'new-guardians'

export type UncheckedLink = { id: string; learnerId: string; email: string }

/** Links of new guardians, and of guardians whose account is new or has another name. */
export const listUncheckedLinks = (db: Db, limit: number): Promise<UncheckedLink[]> =>
  db
    .selectFrom('guardian_links')
    .select(['id', 'learner_id as learnerId', 'guardian_email as email'])
    .where('reports_checked_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Marks a link as checked, in the transaction that checks it. Returns false if another one has done so. */
export const markChecked = async (db: Db, linkId: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('guardian_links')
    .set({ reports_checked_at: now.toISOString() })
    .where('id', '=', linkId)
    .where('reports_checked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notifies a learner and, of a minor, the existing guardians of a new guardian. */
export const notifyOfNewGuardian = async (
  parts: Pick<Parts, 'clock' | 'config' | 'jobs' | 'mail'>,
  db: Db,
  learnerId: string,
  joined: { name: string; email: string },
): Promise<void> => {
  const learner = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'first_name', 'date_of_birth'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  const { email: joinedEmail, name } = joined
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', joinedEmail)
    .executeTakeFirst()
  await parts.jobs.enqueue(db, NEW_GUARDIANS_JOB, {})
  const today = parts.clock().toISOString().slice(0, 10)
  const isOfAge = learner.date_of_birth !== null && fullYears(learner.date_of_birth, today) >= 18
  const known = isOfAge ? [] : await listLinkedAddresses(db, learnerId)
  const others = known.filter(({ email, isOpen }) => isOpen && email !== joinedEmail)
  // An address that the learner has not confirmed may be anybody's.
  const email = learner.email_verified_at === null ? null : learner.email
  for (const person of [{ ...learner, email }, ...others]) {
    if (hasAddress(person)) {
      const to = await emailRecipient({ ...parts, db }, person)
      const letter = newGuardianEmail(to, learner.first_name, name)
      await parts.mail.send(db, { ...letter, about: [learnerId, ...(account ? [account.id] : [])] })
    }
    if (person.id === null) continue
    const isLearner = person.id === learnerId
    await notifyPerson(
      db,
      {
        personId: person.id,
        category: 'family',
        title: isLearner
          ? `${name} is now your guardian on this site`
          : `${name} is now a guardian of ${learner.first_name}`,
        path: isLearner ? paths.profile : paths.child(learnerId),
        // Deleted with either account: that of the learner by the path.
        ...(account ? { aboutId: account.id } : isLearner ? {} : { aboutId: learnerId }),
        hasLetter: true,
      },
      parts.clock(),
    )
  }
}
