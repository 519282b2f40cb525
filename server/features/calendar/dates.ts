import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { CalendarItem } from '#contract/calendar'
import type { Db } from '#platform/database'
import { addDays } from '#rules/plan'

/** Days, both included, where the reader is. */
type Range = { from: string; to: string; timeZone: string }

type Planned = { quest_id: string; title: string; day: string; note: string }
type Break = { label: string; from: string; to: string }
type Done = {
  attempt_id: string
  kind: 'handed_in' | 'returned' | 'accepted'
  at: string
  quest_id: string
  title: string
}

/** What a learner's calendar holds, in the order of time: what is planned, time off, and what was done. */
export const datesOf = async (db: Db, learnerId: string, range: Range): Promise<CalendarItem[]> => {
  const { planned, breaks, done } = await findDates(db, learnerId, range)
  return [
    ...breaks.map((each) => ofBreak(each, range)),
    ...planned.map((each) => ofPlanned(each, range)),
    ...done.map((each) => ofDone(each, range)),
  ].toSorted((a, b) => a.start.localeCompare(b.start))
}

const findDates = (db: Db, learnerId: string, { from, to, timeZone }: Range) => {
  const midnight = (day: string) => sql<string>`${day}::date::timestamp at time zone ${timeZone}`
  const [begin, end] = [midnight(from), midnight(addDays(to, 1))]
  return db
    .selectNoFrom((select) => [
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .innerJoin('quests', 'quests.id', 'planned_quests.quest_id')
          .select(['quest_id', 'quests.title', 'target_date as day', 'note'])
          .where('planned_quests.learner_id', '=', learnerId)
          .where('target_date', '>=', from)
          .where('target_date', '<=', to)
          .orderBy('target_date')
          .orderBy('planned_quests.position')
          .$narrowType<{ day: string }>(),
      ).as('planned'),
      jsonArrayFrom(
        select
          .selectFrom('plan_breaks')
          .select(['label', 'begins as from', 'ends as to'])
          .where('learner_id', '=', learnerId)
          .where('begins', '<=', to)
          .where('ends', '>=', from)
          .orderBy('begins'),
      ).as('breaks'),
      jsonArrayFrom(
        select
          .selectFrom(
            select
              .selectFrom('attempts')
              .select([
                'id',
                'quest_id',
                'task_id',
                sql.lit('handed_in').as('kind'),
                'submitted_at as at',
              ])
              .where('learner_id', '=', learnerId)
              .where('state', '<>', 'withdrawn')
              .where('submitted_at', '>=', begin)
              .where('submitted_at', '<', end)
              .unionAll((union) =>
                union
                  .selectFrom('attempts')
                  .select(['id', 'quest_id', 'task_id', 'state as kind', 'decided_at as at'])
                  .where('learner_id', '=', learnerId)
                  .where('state', 'in', ['accepted', 'returned'])
                  .where('decided_at', '>=', begin)
                  .where('decided_at', '<', end)
                  .$narrowType<{ at: string }>(),
              )
              .as('done'),
          )
          .innerJoin('tasks', 'tasks.id', 'done.task_id')
          .select(({ fn }) => [
            'done.id as attempt_id',
            'done.kind',
            fn<string>('iso', ['done.at']).as('at'),
            'done.quest_id',
            'tasks.title',
          ])
          .orderBy('done.at'),
      ).as('done'),
    ])
    .$castTo<{ planned: Planned[]; breaks: Break[]; done: Done[] }>()
    .executeTakeFirstOrThrow()
}

const questPath = (id: string) => `/quests/${id}`

const ofPlanned = ({ quest_id, title, day, note }: Planned, { timeZone }: Range): CalendarItem => ({
  id: `planned-${quest_id}`,
  kind: 'planned',
  title,
  start: day,
  end: addDays(day, 1),
  all_day: true,
  time_zone: timeZone,
  ...(note ? { notes: note } : {}),
  href: questPath(quest_id),
  quest_id,
})

const ofBreak = ({ label, from, to }: Break, { timeZone }: Range): CalendarItem => ({
  id: `break-${from}-${to}`,
  kind: 'break',
  title: label,
  start: from,
  end: addDays(to, 1),
  all_day: true,
  time_zone: timeZone,
  href: null,
  quest_id: null,
})

const ofDone = (
  { attempt_id, kind, at, quest_id, title }: Done,
  { timeZone }: Range,
): CalendarItem => ({
  id: `${kind}-${attempt_id}`,
  kind,
  title,
  start: at,
  end: at,
  all_day: false,
  time_zone: timeZone,
  href: questPath(quest_id),
  quest_id,
})
