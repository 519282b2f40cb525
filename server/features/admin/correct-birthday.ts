import { endSessions } from '#features/auth'
import { endAllConnections } from '#features/connections'
import { activateConsentedAccount, statusAfter, stopAccount } from '#features/consent'
import { findConsentStates, undoMilestones } from '#features/family'
import { recordBirthday, unpublishPortfolio } from '#features/people'
import { endLinks } from '#features/portfolio'
import { EARLIER_WORDS_JOB } from '#features/safety'
import { endShares } from '#features/transcript'
import type { Db } from '#platform/database'
import { conflict, type Parts } from '#platform/http'
import { fullYears, isAdult, isChild, isMinor } from '#rules/age'

type Person = {
  id: string
  role: string
  status: string
  date_of_birth: string | null
  declared_adult: boolean
}

/**
 * Corrects a birthday, and what follows from it: everything that protects a minor asks for it. Somebody who is younger than the
 * account said loses what only somebody older could begin alone. `db` is a transaction.
 * @throws conflict if the role is for adults
 */
export const correctBirthday = async (
  parts: Parts,
  db: Db,
  person: Person,
  date_of_birth: string,
): Promise<void> => {
  const now = parts.clock()
  const today = now.toISOString().slice(0, 10)
  if (person.role !== 'student' && !isAdult(date_of_birth, today)) {
    throw conflict('Only an adult can have this role: make them a learner first.')
  }
  await recordBirthday(db, person.id, date_of_birth)
  await undoMilestones(db, person.id, fullYears(date_of_birth, today))
  await endSessions(db, person.id, {}, now)
  if (!isMinor(person, today) && !isAdult(date_of_birth, today)) {
    await endAllConnections(db, person.id, now)
    await parts.jobs.enqueue(db, EARLIER_WORDS_JOB, { learnerId: person.id })
  }
  const consents = await findConsentStates(db, person.id)
  if (isChild(date_of_birth, today)) {
    if (isChild(person.date_of_birth, today)) return
    await endAllConnections(db, person.id, now)
    await unpublishPortfolio(db, person.id)
    await endLinks(db, person.id, now)
    await endShares(db, person.id, now)
    if (person.status !== 'active') return
    const status = await statusAfter(db, person.id, consents, today)
    if (status === 'pending_consent') await stopAccount(parts, db, person.id)
  } else if (person.status === 'pending_consent' && consents.stateOf('use') !== 'withdrawn') {
    await activateConsentedAccount(parts, db, person.id)
  }
}
