import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { DB, Db } from '#platform/database'
import { addDays } from '#rules/plan'
import { instantOf } from '#rules/time-zones'

/** A Sunday, and the time zone in which the week ends that evening. */
export type Week = { sunday: string; timeZone: string }

/** A child's activity in a week, and the plan for the next. Titles are null for tasks and quests of the child's own: no email quotes them. */
export type ChildWeek = {
  id: string
  first_name: string
  handed_in: { task: string | null; quest: string | null }[]
  /** Number of submitted images. */
  pictures: number
  accepted: number
  returned: number
  completed: { title: string | null }[]
  badges: { title: string }[]
  planned: { title: string | null; day: string }[]
}

export type FamilyWeek = { id: string; email: string; first_name: string; children: ChildWeek[] }

/** Default time zone. */
const UNKNOWN_ZONE = 'UTC'

const eb = expressionBuilder<DB & { guardian: DB['accounts']; child: DB['accounts'] }, 'guardian'>()
const zone = eb.fn.coalesce('guardian.time_zone', eb.val(UNKNOWN_ZONE))

/** Children whose work a guardian may read. */
const children = eb
  .selectFrom('guardianships as link')
  .innerJoin('accounts as child', 'child.id', 'link.learner_id')
  .whereRef('link.guardian_id', '=', 'guardian.id')
  .where(({ eb, fn, val }) => eb(val('view'), '=', fn.any('link.scopes')))
  .where('child.status', '=', 'active')

const picturesIn = sql<number>`jsonb_array_length(jsonb_path_query_array(
  ${expressionBuilder<DB, 'attempts'>().ref('attempts.blocks')}, '$[*] ? (@.type == "image")'))`

const questTitle = sql<string | null>`case when quests.learner_id is null then quests.title end`
const taskTitle = sql<
  string | null
>`case when tasks.owner_id is null and quests.learner_id is null then tasks.title end`

/** Time zones of guardians who may be due an email. */
export const listZones = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('accounts as guardian')
    .select(zone.as('zone'))
    .distinct()
    .where('guardian.weekly_letter', '=', true)
    .where('guardian.status', '=', 'active')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('guardian_links')
          .select('id')
          .whereRef('guardian_email', '=', 'guardian.email')
          .where('ended_at', 'is', null),
      ),
    )
    .execute()
  return rows.map((row) => row.zone)
}

/** Guardians whose weekly email is pending, up to a limit, each with all children, in one statement. */
export const listFamilyWeeks = (
  db: Db,
  { sunday, timeZone }: Week,
  limit: number,
): Promise<FamilyWeek[]> => {
  // Not by the database, which may not know a zone: that would end the emails of all the others.
  const evening = (day: string) => instantOf(`${day}T17:00:00`, timeZone)
  const [begin, end] = [evening(addDays(sunday, -7)), evening(sunday)]
  return db
    .selectFrom('accounts as guardian')
    .select([
      'guardian.id',
      'guardian.email',
      'guardian.first_name',
      jsonArrayFrom(
        children
          .orderBy('child.date_of_birth')
          .orderBy('child.id')
          .select((child) => [
            'child.id',
            'child.first_name',
            jsonArrayFrom(
              child
                .selectFrom('attempts')
                .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
                .innerJoin('quests', 'quests.id', 'attempts.quest_id')
                .select([taskTitle.as('task'), questTitle.as('quest')])
                .whereRef('attempts.learner_id', '=', 'child.id')
                .where('attempts.state', '<>', 'withdrawn')
                .where('attempts.held_back', '=', false)
                .where('submitted_at', '>=', begin)
                .where('submitted_at', '<', end)
                .orderBy('submitted_at'),
            ).as('handed_in'),
            child
              .selectFrom('attempts')
              .select(({ fn, lit }) => fn.coalesce(fn.sum<number>(picturesIn), lit(0)).as('n'))
              .whereRef('attempts.learner_id', '=', 'child.id')
              .where('attempts.state', '<>', 'withdrawn')
              .where('attempts.held_back', '=', false)
              .where('submitted_at', '>=', begin)
              .where('submitted_at', '<', end)
              .as('pictures'),
            ...(['accepted', 'returned'] as const).map((state) =>
              child
                .selectFrom('attempts')
                .select(({ fn }) => fn.countAll<number>().as('n'))
                .whereRef('attempts.learner_id', '=', 'child.id')
                .where('attempts.state', '=', state)
                .where('attempts.held_back', '=', false)
                .where('decided_at', '>=', begin)
                .where('decided_at', '<', end)
                .as(state),
            ),
            jsonArrayFrom(
              child
                .selectFrom('enrollments')
                .innerJoin('quests', 'quests.id', 'enrollments.quest_id')
                .select(questTitle.as('title'))
                .whereRef('enrollments.learner_id', '=', 'child.id')
                .where('completed_at', '>=', begin)
                .where('completed_at', '<', end)
                .orderBy('completed_at'),
            ).as('completed'),
            jsonArrayFrom(
              child
                .selectFrom('badge_awards')
                .innerJoin('badge_versions', (join) =>
                  join
                    .onRef('badge_versions.badge_id', '=', 'badge_awards.badge_id')
                    .onRef('badge_versions.version', '=', 'badge_awards.version'),
                )
                .select('badge_versions.name as title')
                .whereRef('badge_awards.learner_id', '=', 'child.id')
                .where('withdrawn_at', 'is', null)
                .where('earned_at', '>=', begin)
                .where('earned_at', '<', end)
                .orderBy('earned_at'),
            ).as('badges'),
            jsonArrayFrom(
              child
                .selectFrom('planned_quests')
                .innerJoin('quests', 'quests.id', 'planned_quests.quest_id')
                .select([questTitle.as('title'), 'target_date as day'])
                .whereRef('planned_quests.learner_id', '=', 'child.id')
                .where('target_date', '>', sunday)
                .where('target_date', '<=', sql<string>`${sunday}::date + 7`)
                .orderBy('target_date')
                .orderBy('planned_quests.position'),
            ).as('planned'),
          ]),
      ).as('children'),
    ])
    .where('guardian.weekly_letter', '=', true)
    .where('guardian.status', '=', 'active')
    .where(zone, '=', timeZone)
    .where(({ exists }) => exists(children.select('child.id')))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('weekly_letters')
            .select('week')
            .whereRef('guardian_id', '=', 'guardian.id')
            .where('week', '=', sunday),
        ),
      ),
    )
    .orderBy('guardian.id')
    .limit(limit)
    .$castTo<FamilyWeek>()
    .execute()
}
