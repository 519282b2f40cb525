import { type RawBuilder, sql } from 'kysely'

import { paths } from '#contract/paths'
import { deleteNoticesOfMany, notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'

import { notifyOfCards } from './card-notice.ts'

/** A query for all current assignments: learner_id, advisor_id, since and origin. */
export const currentAssignments = sql`(select learner_id, advisor_id, since, origin from caseload)`

/** SQL condition: an address has a link with a learner, and may not advise them. */
export const isGuardiansAddress = (
  learnerId: RawBuilder<unknown>,
  email: RawBuilder<unknown>,
) => sql`exists (
  select from guardian_links as link
  where link.learner_id = ${learnerId} and link.guardian_email = ${email} and link.ended_at is null)`

/**
 * Gives many learners the advisors that a school's roster names. The previous advisors lose access, and both are notified. Skips
 * learners whose advisor is no longer `from_id`, and advisors who are guardians of the learner.
 * @param moves a query with learner_id, from_id and advisor_id; both advisors may be null
 */
export const moveLearners = async (
  db: Db,
  moves: RawBuilder<unknown>,
  now: Date,
): Promise<void> => {
  const at = now.toISOString()
  const { rows: left } = await sql<{ advisor_id: string; learner_id: string }>`
    with left_one as (
      delete from caseload using (${moves}) as move
      where caseload.learner_id = move.learner_id and caseload.advisor_id = move.from_id and caseload.origin = 'roster'
      returning caseload.advisor_id, caseload.learner_id, caseload.since
    ), offers as (
      delete from handovers using left_one where handovers.learner_id = left_one.learner_id
    )
    insert into past_assignments (advisor_id, learner_id, since, ended_at, ended_because)
    select advisor_id, learner_id, since, greatest(${at}::timestamptz, since), 'reassigned' from left_one
    returning advisor_id, learner_id
  `.execute(db)
  const { rows: joined } = await sql<{ advisor_id: string; learner_id: string }>`
    insert into caseload (advisor_id, learner_id, since, origin)
    select advisor.id, learner.id, ${at}::timestamptz, 'roster'
    from (${moves}) as move
    join accounts as learner on learner.id = move.learner_id and learner.role = 'student'
    join accounts as advisor on advisor.id = move.advisor_id and advisor.role = 'advisor' and advisor.status = 'active'
    where not exists (select from caseload where caseload.learner_id = learner.id)
      and not ${isGuardiansAddress(sql`learner.id`, sql`advisor.email`)}
    returning advisor_id, learner_id
  `.execute(db)
  await deleteNoticesOfMany(
    db,
    left.map(({ advisor_id, learner_id }) => ({ personId: advisor_id, aboutId: learner_id })),
  )
  for (const [personId, learners] of countByAdvisor(left)) {
    const title = `${learnersInWords(learners)} moved to another class and no longer in your care`
    await notifyPerson(db, { personId, category: 'plan', title, path: paths.caseload }, now)
  }
  for (const [personId, learners] of countByAdvisor(joined)) {
    const title = `${learnersInWords(learners)} newly in your care, from the school’s register`
    await notifyPerson(db, { personId, category: 'plan', title, path: paths.caseload }, now)
    const own = joined.filter(({ advisor_id }) => advisor_id === personId)
    await notifyOfCards(
      db,
      personId,
      own.map(({ learner_id }) => learner_id),
      now,
    )
  }
}

const countByAdvisor = (rows: readonly { advisor_id: string }[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { advisor_id } of rows) counts.set(advisor_id, (counts.get(advisor_id) ?? 0) + 1)
  return counts
}

const learnersInWords = (count: number) => (count === 1 ? '1 learner is' : `${count} learners are`)
