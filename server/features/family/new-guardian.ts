import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import { emailRecipient, hasAddress } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { fullYears } from '#rules/age'

import { newGuardianEmail } from './emails.ts'
import { listLearnersOfAddress, listLinkedAddresses } from './guardians.ts'

/** Job after an address was linked: earlier safety reports may name this person. */
export const NEW_GUARDIAN_JOB = 'new-guardian'
export type LinkedGuardian = { about: string; email: string }

/** Enqueues the job for a new link, in the caller's transaction. */
export const announceGuardian = (
  { jobs }: Pick<Parts, 'jobs'>,
  db: Db,
  { learnerId, email }: { learnerId: string; email: string },
): Promise<void> =>
  jobs.enqueue(db, NEW_GUARDIAN_JOB, { about: learnerId, email } satisfies LinkedGuardian)

/** The same for every link of an address whose account is new or confirmed: until then, its owner's name was not known. */
export const announceAccount = async (
  parts: Pick<Parts, 'jobs'>,
  db: Db,
  email: string,
): Promise<void> => {
  for (const learnerId of await listLearnersOfAddress(db, email))
    await announceGuardian(parts, db, { learnerId, email })
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
  await announceGuardian(parts, db, { learnerId, email: joinedEmail })
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
      await parts.mail.send(db, { ...letter, about: learnerId })
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
        ...(isLearner ? {} : { aboutId: learnerId }),
        hasLetter: true,
      },
      parts.clock(),
    )
  }
}
