import { endSessions } from '#features/auth'
import { renameHolder } from '#features/badges'
import { endFeed } from '#features/calendar'
import { endAllConnections } from '#features/connections'
import { activateConsentedAccount, awaitGuardian, statusAfter } from '#features/consent'
import {
  findConsentStates,
  hasLeftRoster,
  notifyOfAdulthood,
  undoMilestones,
} from '#features/family'
import { deleteContactData, recordBirthday, unpublishPortfolio } from '#features/people'
import { endLinks } from '#features/portfolio'
import { endOwnExports } from '#features/privacy'
import { endShares } from '#features/transcript'
import type { Db } from '#platform/database'
import { conflict, type Parts } from '#platform/http'
import { fullYears, isAdult, isChild, isMinor } from '#rules/age'
import { publicName } from '#rules/text/display-name'

import { EARLIER_WORDS_JOB } from './screen-earlier-words.ts'

type Person = {
  id: string
  first_name: string
  last_name: string
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
  const wasMinor = isMinor(person, today)
  const isNowAdult = isAdult(date_of_birth, today)
  await recordBirthday(db, person.id, date_of_birth)
  await undoMilestones(db, person.id, fullYears(date_of_birth, today))
  await endSessions(db, person.id, {}, now)
  if (!wasMinor && !isNowAdult) {
    await endAllConnections(db, person.id, now)
    await renameHolder(db, person.id, publicName({ ...person, date_of_birth }, today))
    await parts.jobs.enqueue(db, EARLIER_WORDS_JOB, { learnerId: person.id })
  }
  if (wasMinor && isNowAdult) await notifyOfAdulthood(parts, db, person.id, date_of_birth)
  const consents = await findConsentStates(db, person.id)
  if (!isChild(date_of_birth, today)) {
    const staysClosed = (consents.isStopped && !isNowAdult) || (await hasLeftRoster(db, person.id))
    if (person.status === 'pending_consent' && !staysClosed) {
      await activateConsentedAccount(parts, db, person.id)
    }
    return
  }
  if (isChild(person.date_of_birth, today)) return
  await endWhatChildrenMayNotHave(db, person.id, now)
  if (person.status !== 'active') return
  const status = await statusAfter(db, person.id, consents, today)
  if (status === 'pending_consent') await awaitGuardian(parts, db, person.id)
}

const endWhatChildrenMayNotHave = async (db: Db, id: string, now: Date): Promise<void> => {
  await endAllConnections(db, id, now)
  await unpublishPortfolio(db, id)
  await endLinks(db, id, now)
  await endShares(db, id, now)
  await deleteContactData(db, id)
  await endOwnExports(db, id, now)
  await endFeed(db, { ownerId: id, learnerId: id })
}
