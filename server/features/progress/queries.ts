import { sql } from 'kysely'

import type { Dashboard } from '#contract/progress'
import { heldBadges, pillarTotals, pursuedBadges } from '#features/badges'
import type { BadgeFactsRow } from '#features/badges'
import { catalogVersion } from '#features/catalog'
import type { Db } from '#platform/database'
import type { Pillar } from '#rules/pillars'

type Active = { quest_id: string; tasks_done: number; xp_earned: number; last_worked_at: string }
type OwnTask = { id: string; quest_id: string; title: string; pillar: Pillar; xp: number }

/** What a learner's dashboard is made of, besides the catalog, which has all titles. */
export type LearnerState = {
  catalog_version: string
  first_name: string
  published_portfolio: boolean
  totals: BadgeFactsRow['totals']
  /** Badges that the learner has, and those that are goals. */
  held: string[]
  pursued: string[]
  /** Monday, in the learner's time zone. */
  starts_on: string
  /** Since Monday: the day of each hand-in, and day and amount of each entry of the ledger. */
  days_of_tasks: string[]
  days_of_xp: [day: string, amount: number][]
  /** Last worked on first. */
  active: Active[]
  /** Tasks of the active quests that wait for nothing from the learner. */
  handed_in: string[]
  quests_started: number
  /** Quests. */
  completed: string[]
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

const me = sql<string>`me.id`

/**
 * In one round trip: a trial with five parallel queries was four times slower. Each table and each aggregate in the
 * statement costs time even where it has nothing to say: titles are not joined, and days are counted by the caller.
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
      select id, first_name, portfolio_published_at is not null as published_portfolio,
             date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${timeZone}) as monday
      from users where id = ${learnerId}
    )
    select
      ${catalogVersion} as catalog_version, me.first_name, me.published_portfolio, me.monday::date as starts_on,
      e.quests_started, coalesce(e.completed, '{}') as completed, coalesce(e.active, '[]') as active,
      ${pillarTotals(me)} as totals, ${heldBadges(me)} as held, ${pursuedBadges(me)} as pursued,
      (select coalesce(json_agg((submitted_at at time zone ${timeZone})::date), '[]') from attempts
       where learner_id = me.id and submitted_at >= me.monday at time zone ${timeZone} and state <> 'withdrawn'
      ) as days_of_tasks,
      (select coalesce(json_agg(json_build_array((created_at at time zone ${timeZone})::date, amount)), '[]')
       from xp_entries
       where learner_id = me.id and created_at >= me.monday at time zone ${timeZone}) as days_of_xp,
      (select coalesce(json_agg(a.task_id), '[]')
       from enrollments s join attempts a on a.learner_id = s.learner_id and a.quest_id = s.quest_id
       where s.learner_id = me.id and s.state = 'active' and a.state in ('submitted', 'accepted')) as handed_in,
      (select coalesce(json_agg(json_build_object(
                'id', id, 'quest_id', quest_id, 'title', title, 'pillar', pillar, 'xp', xp) order by position), '[]')
       from tasks where owner_id = me.id) as own_tasks,
      array(select task_id from drafts where learner_id = me.id) as drafts,
      (select coalesce(json_agg(json_build_object(
                'attempt_id', id, 'quest_id', quest_id, 'task_id', task_id, 'state', state, 'comment', comment,
                'decided_at', iso(decided_at))), '[]')
       from (select id, quest_id, task_id, state, comment, decided_at from attempts
             where learner_id = me.id and comment is not null and state in ('accepted', 'returned')
             order by decided_at desc limit 5) f) as feedback,
      (select coalesce(json_agg(json_build_object(
                'kind', kind, 'pillar', pillar, 'amount', amount, 'quest_id', quest_id, 'task_id', task_id,
                'at', iso(created_at))), '[]')
       from (select kind, pillar, amount, quest_id, task_id, created_at from xp_entries
             where learner_id = me.id and quest_id is not null
             order by created_at desc, id desc limit 8) r) as recent
    from me cross join lateral (
      select count(*) as quests_started, array_agg(quest_id) filter (where state = 'completed') as completed,
             json_agg(json_build_object(
               'quest_id', quest_id, 'tasks_done', tasks_done, 'xp_earned', xp_earned,
               'last_worked_at', iso(last_worked_at)) order by last_worked_at desc)
               filter (where state = 'active') as active
      from enrollments where learner_id = me.id
    ) e
  `.execute(db)
  return rows[0]
}
