import type { ParentProgress } from '#contract/parents'
import type { Db } from '#platform/database'
import { type Insight, insightsOf } from '#rules/insights'
import { PILLARS } from '#rules/pillars'

import { listCompleted, listReturned, listWeeks } from './queries.ts'

const DAY_MS = 24 * 3_600_000
const INSIGHT_WEEKS = 9

type When = { now: Date; timeZone: string; weeks: number }

/** Mondays of the recent weeks in the reader's time zone, oldest first, ending with the current week. */
const mondays = ({ now, timeZone, weeks }: When): string[] => {
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now))
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: weeks }, (_, i) =>
    new Date(monday - (weeks - 1 - i) * 7 * DAY_MS).toISOString().slice(0, 10),
  )
}

/** A learner's weekly figures and completed quests. */
export const findProgress = async (
  db: Db,
  learnerId: string,
  when: When,
): Promise<ParentProgress> => {
  const days = mondays(when)
  const [{ tasks, xp }, quests_completed] = await Promise.all([
    listWeeks(db, learnerId, { since: days[0]!, timeZone: when.timeZone }),
    listCompleted(db, learnerId),
  ])
  const weeks = days.map((starts_on) => {
    const earned = xp.filter((each) => each.starts_on === starts_on)
    return {
      starts_on,
      tasks: Number(tasks.find((each) => each.starts_on === starts_on)?.tasks ?? 0),
      xp: earned.reduce((sum, each) => sum + Number(each.xp), 0),
      pillars: PILLARS.map((pillar) => ({
        pillar,
        xp: Number(earned.find((each) => each.pillar === pillar)?.xp ?? 0),
      })),
    }
  })
  return { weeks, quests_completed }
}

/** Highlights of the last two months. */
export const findInsights = async (
  db: Db,
  { id, firstName }: { id: string; firstName: string },
  when: Omit<When, 'weeks'>,
): Promise<Insight[]> => {
  const { weeks, quests_completed } = await findProgress(db, id, { ...when, weeks: INSIGHT_WEEKS })
  const since = weeks[0]!.starts_on
  return insightsOf({
    firstName,
    tasksByWeek: weeks.map(({ tasks }) => tasks),
    pillars: Object.fromEntries(
      PILLARS.map((pillar, i) => [
        pillar,
        weeks.reduce((sum, { pillars }) => sum + pillars[i]!.xp, 0),
      ]),
    ),
    returned: await listReturned(db, id),
    finished: quests_completed
      .filter(({ completed_at }) => completed_at >= since)
      .map(({ quest_title }) => ({ title: quest_title })),
  })
}
