import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LoginReply } from '#contract/auth'
import { paths } from '#contract/paths'
import { ACTING_MINUTES, openActingSession } from '#features/auth'
import { notifyPerson } from '#features/notifications'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { type Caller, conflict, forbidden, notFound, type Parts } from '#platform/http'
import { isLearner } from '#rules/age'

type As = { admin: Caller; personId: string; reason: string }

/**
 * Lets an admin see the site as another person. The person is notified, and a learner's family sees it in the access log.
 * @throws forbidden for another admin, for a learner the admin may not access (rules/access), and for the advisor or a guardian
 * of a learner whose guardian the admin is: that would give the admin another person's view of their own child
 */
export const signInAs = async (
  parts: Parts,
  door: { request: FastifyRequest; reply: FastifyReply },
  { admin, personId, reason }: As,
): Promise<LoginReply> => {
  await refuse(parts, admin, personId)
  return transaction(parts.db, async (db) => {
    const who = { actorId: admin.userId, subjectId: personId, address: door.request.ip }
    const detail = {
      call: 'signInAs',
      may: 'signInAs',
      relation: 'admin',
      reason,
      minutes: ACTING_MINUTES,
    }
    await recordAudit(db, { ...who, action: 'signed_in_as', detail })
    const title = 'An admin viewed this site as you, to help with a problem'
    await notifyPerson(
      db,
      { personId, category: 'family', title, path: paths.profile, topic: 'signed-in-as' },
      parts.clock(),
    )
    return openActingSession({ ...parts, db }, door, { admin, userId: personId })
  })
}

const refuse = async ({ db, learners, clock }: Parts, admin: Caller, personId: string) => {
  const person = await db
    .selectFrom('accounts')
    .select(['role', 'status', 'date_of_birth', 'declared_adult'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person) throw notFound()
  if (personId === admin.userId) throw conflict('This is already your own account.')
  if (person.role === 'admin') throw forbidden('You can’t sign in as an admin.')
  if (person.status !== 'active') {
    throw conflict('This account can’t be used at the moment, so there’s nothing to see.')
  }
  if (await looksAfterChildOf(db, personId, admin.userId)) {
    throw forbidden(
      'You’re a guardian of a learner in this person’s care, so someone else has to do this.',
      'guardian',
    )
  }
  if (!isLearner(person, clock().toISOString().slice(0, 10))) return
  const { may } = await learners.accessOf(admin, personId)
  if (!may('signInAs')) {
    throw forbidden(
      'You’re a guardian of this learner, so someone else has to do this.',
      'guardian',
    )
  }
}

/** Returns true if the person is the advisor or another guardian of a learner whose guardian the admin is. */
const looksAfterChildOf = async (db: Db, personId: string, adminId: string): Promise<boolean> => {
  const shared = await db
    .selectFrom('guardianships as own')
    .select('own.id')
    .where('own.guardian_id', '=', adminId)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('guardianships as other')
            .select('other.id')
            .whereRef('other.learner_id', '=', 'own.learner_id')
            .where('other.guardian_id', '=', personId),
        ),
        exists(
          selectFrom('caseload')
            .select('caseload.learner_id')
            .whereRef('caseload.learner_id', '=', 'own.learner_id')
            .where('caseload.advisor_id', '=', personId),
        ),
      ]),
    )
    .executeTakeFirst()
  return shared !== undefined
}
