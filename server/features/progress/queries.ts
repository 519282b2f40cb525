import { sql } from 'kysely'

import type { Dashboard } from '#contract/progress'
import { catalogVersion } from '#features/catalog'
import type { Db } from '#platform/database'
import type { Pillar, PillarXp } from '#rules/pillars'

type OwnTask = { id: string; quest_id: string; title: string; pillar: Pillar; xp: number }

/** What a learner's dashboard is made of, besides the catalog, which has all titles. */
export type LearnerState = {
  catalog_version: string
  first_name: string
  published_portfolio: boolean
  xp: PillarXp
  /** Monday, in the learner's time zone. */
  starts_on: string
  /** Tasks handed in and XP earned since then, by day. */
  tasks_by_day: Record<string, number>
  xp_by_day: Record<string, number>
  /** Last worked on first. */
  active: {
    quest_id: string
    tasks_done: number
    xp_earned: number
    last_worked_at: string
    /** Tasks that wait for nothing from the learner. */
    handed_in: string[] | null
  }[]
  quests_started: number
  quests_completed: number
  has_submitted: boolean
  own_tasks: OwnTask[]
  /** Tasks with a draft. */
  drafts: string[]
  feedback: Pick<
    Dashboard['feedback'][number],
    'attempt_id' | 'quest_id' | 'task_id' | 'state' | 'comment' | 'decided_at'
  >[]
  recent: (Pick<Dashboard['recent'][number], 'kind' | 'pillar' | 'amount' | 'at'> & {
    quest_id: string
    task_id: string | null
  })[]
}

/**
 * In one round trip: a trial with five parallel queries was four times slower. Quests and tasks are not joined: each table
 * in a statement costs time even where it has nothing to say.
 * @param timeZone IANA name; days and the week (from Monday) are counted there
 */
export const findLearnerState = async (
  db: Db,
  learnerId: string,
  now: Date,
  timeZone: string,
): Promise<LearnerState | undefined> => {
  const { rows } = await sql<LearnerState>`
    with me as (
      select first_name, portfolio_published_at is not null as published_portfolio,
             date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${timeZone}) as monday
      from users where id = ${learnerId}
    ), enrolled as materialized (
      select quest_id, state, tasks_done, xp_earned, last_worked_at from enrollments where learner_id = ${learnerId}
    )
    select
      ${catalogVersion} as catalog_version, me.first_name, me.published_portfolio, me.monday::date as starts_on,
      (select coalesce(json_object_agg(pillar, xp), '{}') from xp_totals where learner_id = ${learnerId}) as xp,
      (select coalesce(json_object_agg(day, tasks), '{}') from (
         select (submitted_at at time zone ${timeZone})::date as day, count(*) as tasks from attempts
         where learner_id = ${learnerId} and submitted_at >= me.monday at time zone ${timeZone} and state <> 'withdrawn'
         group by 1) d) as tasks_by_day,
      (select coalesce(json_object_agg(day, xp), '{}') from (
         select (created_at at time zone ${timeZone})::date as day, sum(amount) as xp from xp_entries
         where learner_id = ${learnerId} and created_at >= me.monday at time zone ${timeZone}
         group by 1) d) as xp_by_day,
      (select coalesce(json_agg(json_build_object(
                'quest_id', a.quest_id, 'tasks_done', a.tasks_done, 'xp_earned', a.xp_earned,
                'last_worked_at', iso(a.last_worked_at), 'handed_in', (
                  select json_agg(task_id) from attempts
                  where learner_id = ${learnerId} and quest_id = a.quest_id and state in ('submitted', 'accepted')))
                order by a.last_worked_at desc), '[]')
       from (select * from enrolled where state = 'active' order by last_worked_at desc limit 6) a) as active,
      (select count(*) from enrolled) as quests_started,
      (select count(*) from enrolled where state = 'completed') as quests_completed,
      exists (select from attempts where learner_id = ${learnerId}) as has_submitted,
      (select coalesce(json_agg(json_build_object(
                'id', id, 'quest_id', quest_id, 'title', title, 'pillar', pillar, 'xp', xp) order by position), '[]')
       from tasks where owner_id = ${learnerId}) as own_tasks,
      array(select task_id from drafts where learner_id = ${learnerId}) as drafts,
      (select coalesce(json_agg(json_build_object(
                'attempt_id', id, 'quest_id', quest_id, 'task_id', task_id, 'state', state, 'comment', comment,
                'decided_at', iso(decided_at))), '[]')
       from (select * from attempts
             where learner_id = ${learnerId} and comment is not null and state in ('accepted', 'returned')
             order by decided_at desc limit 5) f) as feedback,
      (select coalesce(json_agg(json_build_object(
                'kind', kind, 'pillar', pillar, 'amount', amount, 'quest_id', quest_id, 'task_id', task_id,
                'at', iso(created_at))), '[]')
       from (select * from xp_entries where learner_id = ${learnerId} and quest_id is not null
             order by created_at desc, id desc limit 8) r) as recent
    from me
  `.execute(db)
  return rows[0]
}
