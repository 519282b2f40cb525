import { hashPassword } from '#features/auth'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'

export const PASSWORD = 'Str0ng-enough!'
export const ADVISOR = 'advisor@example.org'
export const emailOf = (learner: number) => `learner${learner}@example.org`

/** Learners in pairs of friends, and an advisor of all of them. */
export const insertPeople = async (db: Db, learners: number): Promise<void> => {
  const password_hash = await hashPassword(PASSWORD)
  const person = (email: string, role: 'student' | 'advisor') => ({
    email,
    role,
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '2000-01-01',
    email_verified_at: '2026-01-01T00:00:00Z',
    legal_version: LEGAL_VERSION,
    password_hash,
  })
  const emails = Array.from({ length: learners }, (_, i) => emailOf(i))
  const rows = [person(ADVISOR, 'advisor'), ...emails.map((email) => person(email, 'student'))]
  const [advisor, ...students] = await db.insertInto('users').values(rows).returning('id').execute()
  const since = '2026-01-01T00:00:00Z'
  await db
    .insertInto('caseload')
    .values(students.map(({ id }) => ({ advisor_id: advisor!.id, learner_id: id, since })))
    .execute()
  const pairs = students.flatMap(({ id }, i) =>
    i % 2 === 0 && students[i + 1] ? [[id, students[i + 1]!.id].toSorted()] : [],
  )
  await db
    .insertInto('connections')
    .values(
      pairs.map(([first_id, second_id]) => ({ first_id: first_id!, second_id: second_id!, since })),
    )
    .execute()
}
