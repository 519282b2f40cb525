import { nameOf, storeSafeguarding } from '#features/people'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { isStaff, ROLES } from '#rules/membership'

import { isReportOpenTo, type StaffReader } from './impartial.ts'

const STAFF = ROLES.filter(isStaff)

const staff = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(['id', nameOf('accounts').as('name'), 'safeguarding'])
    .where('role', 'in', STAFF)
    .where('status', '=', 'active')

/** Each counted report is searched for the reader's names. */
const MAX_COUNTED = 100

/**
 * Staff by name, and the number of unopened reports, at most `MAX_COUNTED`, which is all that admins learn; reports about their own
 * household are excluded.
 */
export const listSafeguards = async (db: Db, admin: StaffReader) => {
  const [people, { waiting }] = await Promise.all([
    staff(db).orderBy('last_name').orderBy('first_name').execute(),
    db
      .selectFrom(
        db
          .selectFrom('safety_reports as report')
          .select('report.id')
          .where('state', '=', 'new')
          .where('reached', 'in', ['safeguarding', 'admins'])
          .where(isReportOpenTo(admin))
          .limit(MAX_COUNTED)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow(),
  ])
  return { staff: people, waiting }
}

export const nameSafeguard = async (db: Db, id: string, safeguarding: boolean) => {
  const person = await staff(db).where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound()
  await storeSafeguarding(db, id, safeguarding)
  return { ...person, safeguarding }
}

export const isSafeguard = async (db: Db, id: string): Promise<boolean> => {
  const person = await staff(db).where('id', '=', id).executeTakeFirst()
  return person?.safeguarding === true
}
