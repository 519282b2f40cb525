import { hashPassword, LEGAL_VERSION } from '#features/accounts'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'

import { SAMPLE_PASSWORD, SAMPLE_PEOPLE } from './people.ts'

export { SAMPLE_PASSWORD, SAMPLE_PEOPLE } from './people.ts'

/** Fills an empty database with people and their work. Does nothing, and answers false, where anyone lives already. */
export const makeSampleWorld = async (db: Db, now: Date): Promise<boolean> => {
  const isTaken = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (isTaken) return false
  const password_hash = await hashPassword(SAMPLE_PASSWORD)
  await transaction(db, async (db) => {
    await insertPeople(db, password_hash, now)
    await db
      .insertInto('settings')
      .values({ name: 'sample_data', value: JSON.stringify(true) })
      .execute()
  })
  return true
}

const birthday = (age: number, now: Date) => `${now.getUTCFullYear() - age - 1}-09-14`

const insertPeople = async (db: Db, password_hash: string, now: Date) => {
  const people = SAMPLE_PEOPLE.map(({ key, age, first_name, last_name, role }) => ({
    email: `${key}@example.org`,
    first_name,
    last_name,
    role,
    password_hash,
    date_of_birth: age === null ? '1985-04-02' : birthday(age, now),
    email_verified_at: now.toISOString(),
    legal_version: LEGAL_VERSION,
    parent_email: age !== null && age < 13 ? 'parent@example.org' : null,
  }))
  const created = await db.insertInto('users').values(people).returning(['id', 'email']).execute()
  const child = created.find(({ email }) => email === 'child@example.org')
  if (!child) return
  await db
    .insertInto('consents')
    .values({
      child_id: child.id,
      guardian_name: 'Ingrid Lindqvist',
      guardian_email: 'parent@example.org',
      scopes: ['use', 'connections_and_messages', 'tutor'],
      policy_version: LEGAL_VERSION,
      method: 'sample data',
      confirmed_at: now.toISOString(),
    })
    .execute()
}
