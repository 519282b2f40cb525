import { hashPassword } from '#features/auth'
import { linkGuardian } from '#features/family'
import { insertImportedFile } from '#features/files'
import type { LibraryQuest } from '#features/quests'
import { LEGAL_VERSION, storeSetting } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { newCode } from '#platform/one-time-token'
import { OFFERS } from '#rules/offers'

import { importSignedPaper, insertSampleAgreement } from './academy.ts'
import { CLASSMATE_KEYS, CLASSMATES } from './classmates.ts'
import { insertSampleConsultations } from './consultations.ts'
import { addressOf, toDate, readSampleWork, type SamplePeople } from './content.ts'
import { createSampleEvents } from './events.ts'
import { importSampleFiles } from './files.ts'
import { createSampleFriends } from './friends.ts'
import { insertSampleMessages } from './messages.ts'
import { SAMPLE_PASSWORD, SAMPLE_PEOPLE } from './people.ts'
import { createSamplePlans } from './plans.ts'
import { insertSampleProposal } from './proposed.ts'
import { insertSampleRecords } from './records.ts'
import { replaySampleWork } from './replay.ts'
import { insertSampleTalks } from './talks.ts'

export { SAMPLE_PASSWORD, SAMPLE_PEOPLE } from './people.ts'

/** Shortly before their first quest. */
const ARRIVED = '104 16:00'

/**
 * Fills an empty database with people and a term of their work. Returns false without any change if accounts exist. One
 * transaction: an interrupted start leaves the database empty.
 * @param scratch folder for temporary files
 * @param library the quests, already stored
 */
export const createSampleData = async (
  { db, files, config, scratch }: Pick<Parts, 'db' | 'files' | 'config'> & { scratch: string },
  library: readonly LibraryQuest[],
  now: Date,
): Promise<boolean> => {
  const isTaken = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (isTaken) return false
  const work = await readSampleWork(library)
  const [password_hash, brought, paper] = await Promise.all([
    hashPassword(SAMPLE_PASSWORD),
    importSampleFiles({ files, scratch }, work),
    importSignedPaper({ files, scratch }),
  ])
  await transaction(db, async (db) => {
    const people = await insertPeople(db, password_hash, now)
    for (const { id, learner, content } of brought) {
      await insertImportedFile(db, { id, ownerId: people[learner], content }, now)
    }
    await replaySampleWork(db, people, work, now)
    await insertSampleRecords({ db, config }, people, now)
    await insertSampleAgreement(db, people, paper, now)
    await insertSampleConsultations(db, people, now)
    await insertSampleProposal(db, people.advisor, now)
    await createSamplePlans(db, people, now)
    await createSampleEvents(db, people, now)
    await insertSampleTalks(db, people, now)
    await insertSampleMessages(db, people, now)
    await createSampleFriends(db, people, now)
    await storeSetting(db, 'sample_data', true)
    await storeSetting(db, 'postal_address', POSTAL_ADDRESS)
    await storeSetting(db, 'support_email', SUPPORT_EMAIL)
    await storeSetting(db, 'offers', OFFERS)
  })
  return true
}

const SUPPORT_EMAIL = 'support@example.org'
const POSTAL_ADDRESS = '1 Sample Street\nExampleton, NY 10000, United States\n+1 555 0100'

const BIRTHDAY = '09-14'

/** Birthday of a person who is `age` years old now. */
const birthday = (age: number, now: Date) => {
  const hasPassed = now.toISOString().slice(5, 10) >= BIRTHDAY
  return `${now.getUTCFullYear() - age - (hasPassed ? 0 : 1)}-${BIRTHDAY}`
}

const insertPeople = async (db: Db, password_hash: string, now: Date): Promise<SamplePeople> => {
  const arrived = toDate(ARRIVED, now).toISOString()
  const classmates = CLASSMATES.map((classmate) => ({ ...classmate, role: 'student' as const }))
  const people = [...SAMPLE_PEOPLE, ...classmates].map(
    ({ key, age, first_name, last_name, role, interests }) => ({
      email: addressOf(key),
      first_name,
      last_name,
      role,
      // The designated reader of safety reports that are withheld from families.
      safeguarding: key === 'educator',
      password_hash,
      date_of_birth: age === null ? '1985-04-02' : birthday(age, now),
      email_verified_at: arrived,
      interests: interests ?? null,
      legal_version: LEGAL_VERSION,
      legal_accepted_at: now.toISOString(),
      parent_email: age !== null && age < 13 ? addressOf('parent') : null,
      created_at: arrived,
    }),
  )
  const created = await db.insertInto('users').values(people).returning(['id', 'email']).execute()
  const idOf = (key: string) => {
    const person = created.find(({ email }) => email === addressOf(key))
    if (!person) throw new Error(`nobody is called ${key}`)
    return person.id
  }
  const [student, child] = [idOf('student'), idOf('child')]
  const consent = {
    guardian_name: 'Ingrid Lindqvist',
    guardian_email: addressOf('parent'),
    policy_version: LEGAL_VERSION,
    created_at: arrived,
    confirmed_at: arrived,
    child_id: child,
  }
  await db
    .insertInto('consents')
    .values([
      { ...consent, scopes: ['use', 'tutor'], method: 'mailed_code' },
      {
        ...consent,
        scopes: ['connections_and_messages'],
        method: 'signed_form',
        witness_id: idOf('admin'),
      },
    ])
    .execute()
  // Publishing has not been discussed with her yet.
  await db
    .insertInto('consent_forms')
    .values({
      child_id: child,
      guardian_name: consent.guardian_name,
      guardian_email: consent.guardian_email,
      scopes: ['publishing'],
      policy_version: LEGAL_VERSION,
      code: newCode(8),
      created_at: arrived,
    })
    .execute()
  for (const learnerId of [student, child]) {
    const { guardian_name: name, guardian_email: email } = consent
    await linkGuardian(db, { learnerId, email, name, relation: 'Mother', origin: 'consent', now })
  }
  const keys = ['student', 'child', 'advisor', 'parent', 'admin', ...CLASSMATE_KEYS]
  return Object.fromEntries(keys.map((key) => [key, idOf(key)])) as SamplePeople
}
