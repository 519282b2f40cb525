import type { NotNull } from 'kysely'

import { listGuardianAddresses } from '#features/family'
import { isActiveStaff } from '#features/learners'
import type { Db } from '#platform/database'
import { isStaff, ROLES } from '#rules/membership'
import type { AvailableRecipients, RecipientLevel } from '#rules/safety'

import { findStaffReader, isOpenToAdvisor, isReportOpenTo } from './impartial.ts'

export type Recipient = { id: string; email: string; first_name: string }

const STAFF = ROLES.filter(isStaff)

type Report = { id: string; learnerId: string }

/**
 * Recipients of a stored report at each level: current guardians, and staff who may read it. Admins only learn a number, and not
 * for reports that may be about their own household.
 */
export const findRecipients = async (
  db: Db,
  { id, learnerId }: Report,
): Promise<Record<RecipientLevel, Recipient[]>> => {
  const guardians = await listGuardianAddresses(db, learnerId, 'tutor')
  const [advisor, safeguarding, admins] = await Promise.all([
    db
      .selectFrom('caseload')
      .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
      .select(['advisor.id', 'advisor.email', 'advisor.first_name'])
      .where('caseload.learner_id', '=', learnerId)
      .where(isActiveStaff)
      .$narrowType<{ email: NotNull }>()
      .execute(),
    db
      .selectFrom('accounts')
      .select(['id', 'email', 'first_name'])
      .where('safeguarding', '=', true)
      .where('role', 'in', STAFF)
      .where('status', '=', 'active')
      .$narrowType<{ email: NotNull }>()
      .execute(),
    db
      .selectFrom('accounts')
      .select(['id', 'email', 'first_name'])
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .$narrowType<{ email: NotNull }>()
      .execute(),
  ])
  const readers = await whoMayRead(db, id, safeguarding)
  const asked = await whoMayRead(db, id, admins)
  const isSilent = readers.length === 0 && asked.length === 0
  return {
    guardians,
    advisor: await whoMayRead(db, id, advisor, { isAdvisor: true }),
    safeguarding: readers,
    admins: isSilent ? await listMerelyNamed(db, id, { safeguarding, admins }) : asked,
  }
}

const whoMayRead = async (
  db: Db,
  reportId: string,
  people: readonly Recipient[],
  { ignoresOwnNames = false, isAdvisor = false } = {},
): Promise<Recipient[]> => {
  const open: Recipient[] = []
  for (const person of people) {
    const reader = await findStaffReader(db, person.id)
    const found = await db
      .selectFrom('safety_reports as report')
      .select('report.id')
      .where('report.id', '=', reportId)
      .where(
        (isAdvisor ? isOpenToAdvisor : isReportOpenTo)(
          ignoresOwnNames ? { ...reader, names: reader.namesOfOthers } : reader,
        ),
      )
      .executeTakeFirst()
    if (found) open.push(person)
  }
  return open
}

/**
 * Admins of a report that would reach nobody because it names all staff who could be told, if these are several: somebody may have
 * listed them to silence it (ADR 111). They read nothing of it.
 */
const listMerelyNamed = async (
  db: Db,
  reportId: string,
  { safeguarding, admins }: Pick<Record<RecipientLevel, Recipient[]>, 'safeguarding' | 'admins'>,
): Promise<Recipient[]> => {
  const named = await whoMayRead(db, reportId, [...safeguarding, ...admins], {
    ignoresOwnNames: true,
  })
  const ids = new Set(named.map(({ id }) => id))
  return ids.size > 1 ? admins.filter(({ id }) => ids.has(id)) : []
}

export const toAvailableRecipients = (
  recipients: Record<RecipientLevel, Recipient[]>,
): AvailableRecipients => ({
  guardians: recipients.guardians.length > 0,
  advisor: recipients.advisor.length > 0,
  safeguarding: recipients.safeguarding.length > 0,
})

/** Records the last notified level of a report, and the time. */
export const markReached = async (
  db: Db,
  id: string,
  reached: RecipientLevel,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('safety_reports')
    .set({ reached, reached_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}
