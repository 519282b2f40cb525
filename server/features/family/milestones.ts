import { sql } from 'kysely'

import { deleteNoticesAbout } from '#features/notifications'
import { emailRecipient, hasAddress } from '#features/site'
import { type Db, transaction, yearsBefore } from '#platform/database'
import type { Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import { fullYears } from '#rules/age'

import { adulthoodEmails, thirteenthBirthdayEmails } from './emails.ts'
import { undoExtensions, lapseLinks } from './links.ts'

/** Birthdays that change a learner's rights. */
const MILESTONES = [18, 13] as const
export type Milestone = (typeof MILESTONES)[number]

/**
 * The latest birthday that changed a learner's rights. Null before the first, and if it was before `since`: then nothing has
 * changed.
 */
export const milestoneOf = (
  born: string,
  { since, now }: { since: string; now: Date },
): Milestone | null => {
  const age = fullYears(born, now.toISOString().slice(0, 10))
  const reached = MILESTONES.find((milestone) => age >= milestone)
  return reached && since.slice(0, 10) < birthdayOf(born, reached) ? reached : null
}

const birthdayOf = (born: string, age: number) =>
  `${Number(born.slice(0, 4)) + age}${born.slice(4)}`

/**
 * The birthday whose changes a learner has not read yet; usually null. Computed from the date of birth, so that it does not
 * depend on a job. Null for learners who joined at that age or later.
 */
export const findMilestone = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<Milestone | null> => {
  const learner = await db
    .selectFrom('accounts')
    .select(['date_of_birth', 'created_at', 'role'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  const { date_of_birth: born, created_at, role } = learner
  if (born === null || role !== 'student') return null
  const reached = milestoneOf(born, { since: created_at, now })
  if (reached === null) return null
  const seen = await db
    .selectFrom('age_milestones')
    .select('age')
    .where('learner_id', '=', learnerId)
    .where('age', '=', reached)
    .where('seen_at', 'is not', null)
    .executeTakeFirst()
  return seen ? null : reached
}

/** Marks a birthday's changes as read by the learner, who may be faster than the job that tells the guardians. */
export const markMilestoneSeen = async (parts: Parts, learnerId: string): Promise<void> => {
  const now = parts.clock()
  const age = await findMilestone(parts.db, learnerId, now)
  if (age === null) return
  const learner = await parts.db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'first_name'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  await notifyLearner(parts, learner, age)
  await parts.db
    .updateTable('age_milestones')
    .set({ seen_at: now.toISOString() })
    .where('learner_id', '=', learnerId)
    .where('age', '=', age)
    .execute()
}

/**
 * Forgets the birthdays that a learner has not reached yet, after a correction: each is told when it comes, and at eighteen the
 * learner decides again who stays.
 */
export const undoMilestones = async (db: Db, learnerId: string, age: number): Promise<void> => {
  await db
    .deleteFrom('age_milestones')
    .where('learner_id', '=', learnerId)
    .where('age', '>', age)
    .execute()
  if (age < 18) await undoExtensions(db, learnerId)
}

/**
 * Ends the links of guardians of somebody who turns out to be an adult, and tells both as on an eighteenth birthday: the learner decides
 * who stays. `db` is a transaction.
 */
export const notifyOfAdulthood = async (
  parts: Parts,
  db: Db,
  learnerId: string,
  born: string,
): Promise<void> => {
  const learner = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'first_name'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  await lapseLinks(db, learnerId, born)
  if ((await guardiansBefore(db, learnerId)).length > 0) await tell(parts, db, learner, 18)
}

/** Emails learners who turned 13 or 18 and their guardians, once per birthday. */
export const notifyMilestones = async (parts: Parts): Promise<void> => {
  const now = parts.clock()
  const today = now.toISOString().slice(0, 10)
  for (const age of MILESTONES) {
    const learners = await parts.db
      .selectFrom('accounts')
      .select(['id', 'email', 'email_verified_at', 'first_name'])
      .where('role', '=', 'student')
      .where('status', '=', 'active')
      .where('date_of_birth', '<=', yearsBefore(today, age))
      .where(
        'created_at',
        '<',
        sql<string>`date_of_birth + make_interval(years => ${sql.lit(age)})`,
      )
      .where(({ eb, not, exists }) =>
        not(
          exists(
            eb
              .selectFrom('age_milestones')
              .select('age')
              .whereRef('learner_id', '=', 'accounts.id')
              .where('age', '=', age),
          ),
        ),
      )
      .execute()
    await despiteFailures(learners, 'learners', (learner) => notifyLearner(parts, learner, age))
  }
}

type Learner = {
  id: string
  email: string | null
  email_verified_at: string | null
  first_name: string
}

const notifyLearner = (parts: Parts, learner: Learner, age: Milestone) =>
  transaction(parts.db, (db) => tell(parts, db, learner, age))

const tell = async (parts: Parts, db: Db, learner: Learner, age: Milestone): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('age_milestones')
    .values({ learner_id: learner.id, age, told_at: parts.clock().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  const emails = age === 13 ? thirteenthBirthdayEmails : adulthoodEmails
  const linked = await guardiansBefore(db, learner.id)
  if (hasAddress(learner) && learner.email_verified_at !== null) {
    const to = await emailRecipient({ ...parts, db }, learner)
    await parts.mail.send(db, emails.learner(to, linked.length > 0))
  }
  for (const guardian of linked) {
    // Earlier notices go with the link, as when a person ends it.
    if (guardian.id !== null && guardian.lapsed) {
      await deleteNoticesAbout(db, guardian.id, learner.id)
    }
    const to = await emailRecipient({ ...parts, db }, guardian)
    const email = emails.guardian(to, learner.first_name)
    await parts.mail.send(db, { ...email, about: learner.id })
  }
}

/** A learner's guardians, including those whose link the birthday ended, without those who are suspended or leave. */
const guardiansBefore = (db: Db, learnerId: string) =>
  db
    .selectFrom('guardian_links as link')
    .leftJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
    .leftJoin('standing_links as standing', 'standing.id', 'link.id')
    .select(({ eb }) => [
      'guardian.id',
      'link.guardian_email as email',
      'link.guardian_name as first_name',
      eb('standing.id', 'is', null).as('lapsed'),
    ])
    .where('link.learner_id', '=', learnerId)
    .where('link.ended_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('guardian.id', 'is', null), eb('guardian.status', '=', 'active')]),
    )
    .execute()
