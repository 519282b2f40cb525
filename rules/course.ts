import { addDays } from './plan.ts'
import { MAX_COURSE_TASKS, MAX_QUEST_TASKS } from './quest-limits.ts'

type Arranged = {
  weeks?: readonly unknown[] | undefined
  tasks: readonly { week?: number | null | undefined }[]
}

/** Maximum tasks of a quest, which are more if it is arranged in weeks. */
export const maxTasks = (weeks: number): number =>
  weeks === 0 ? MAX_QUEST_TASKS : MAX_COURSE_TASKS

/** Returns what is wrong with the arrangement of a quest's tasks in weeks, or undefined. */
export const weeksProblem = ({ weeks = [], tasks }: Arranged): string | undefined => {
  if (tasks.length > maxTasks(weeks.length)) {
    return weeks.length === 0
      ? `A quest can have up to ${MAX_QUEST_TASKS} tasks`
      : `A course can have up to ${MAX_COURSE_TASKS} tasks`
  }
  const numbers = tasks.map(({ week }) => week ?? 0)
  if (weeks.length === 0) {
    return numbers.some((week) => week > 0)
      ? 'A task belongs to a week that is not there'
      : undefined
  }
  if (numbers.some((week) => week < 1 || week > weeks.length))
    return 'Each task of a course needs a week'
  if (numbers.some((week, index) => week < (numbers[index - 1] ?? 1))) {
    return 'The tasks must be in the order of the weeks'
  }
  const empty = weeks.findIndex((_, index) => !numbers.includes(index + 1))
  return empty < 0 ? undefined : `Week ${empty + 1} needs a task`
}

/**
 * Last days of a course's weeks, if the last week ends on `lastDay`.
 * @param lastDay YYYY-MM-DD
 */
export const weekEnds = (weeks: number, lastDay: string): string[] =>
  Array.from({ length: weeks }, (_, index) => addDays(lastDay, -7 * (weeks - 1 - index)))
