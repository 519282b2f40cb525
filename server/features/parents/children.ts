import type { Child } from '#contract/parents'
import { avatarOf } from '#features/people'
import type { Db } from '#platform/database'
import { levelOf } from '#rules/xp'

/**
 * A guardian's learners, oldest link first. Learners who wait for consent have that status and are listed until their erasure is
 * due. Figures require the progress scope.
 */
export const listChildren = async (db: Db, guardianId: string, now: Date): Promise<Child[]> => {
  const rows = await db
    .selectFrom('guardianships as link')
    .innerJoin('accounts as child', 'child.id', 'link.learner_id')
    .select(({ selectFrom }) => [
      'child.id',
      'link.id as guardian_id',
      'link.scopes',
      'child.first_name',
      'child.last_name',
      'child.status',
      avatarOf('child'),
      selectFrom('xp_totals')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('xp'), lit(0)).as('xp'))
        .whereRef('learner_id', '=', 'child.id')
        .as('xp_total'),
      selectFrom('enrollments')
        .select(({ fn }) => fn.countAll<number>().as('active'))
        .whereRef('learner_id', '=', 'child.id')
        .where('state', '=', 'active')
        .as('active_quests'),
      selectFrom('attempts')
        .select(({ fn }) => fn.max('submitted_at').as('at'))
        .whereRef('learner_id', '=', 'child.id')
        .where('held_back', '=', false)
        .as('last_active_at'),
    ])
    .where('link.guardian_id', '=', guardianId)
    .where(({ and, eb, or }) =>
      or([
        eb('child.status', '=', 'active'),
        and([
          eb('child.status', '=', 'pending_consent'),
          or([
            eb('child.deletion_due_at', 'is', null),
            eb('child.deletion_due_at', '>', now.toISOString()),
          ]),
        ]),
      ]),
    )
    .orderBy('link.since')
    .orderBy('child.first_name')
    .execute()
  return rows.map((row) => {
    const xp_total = Number(row.xp_total)
    const maySee = row.status === 'active' && row.scopes.includes('view')
    const figures = maySee
      ? { xp_total, level: levelOf(xp_total), active_quests: Number(row.active_quests) }
      : NO_FIGURES
    return { ...row, ...figures } as Child
  })
}

const NO_FIGURES = { xp_total: null, level: null, active_quests: null, last_active_at: null }

/** Children under 13 whose consent request went to this person's verified address and can still be answered, oldest first. */
export const listWaitingForConsent = (
  db: Db,
  guardianId: string,
  now: Date,
): Promise<{ first_name: string; asked_at: string }[]> =>
  db
    .selectFrom('accounts as guardian')
    .innerJoin('mailed_tokens as request', 'request.email', 'guardian.email')
    .innerJoin('accounts as child', 'child.id', 'request.user_id')
    .select(({ fn }) => ['child.first_name', fn.max('request.created_at').as('asked_at')])
    .where('guardian.id', '=', guardianId)
    .where('guardian.email_verified_at', 'is not', null)
    .where('request.purpose', '=', 'consent')
    .where('request.used_at', 'is', null)
    .where('request.expires_at', '>', now.toISOString())
    .where('child.status', '=', 'pending_consent')
    .groupBy(['child.id', 'child.first_name'])
    .orderBy('asked_at')
    .execute()
