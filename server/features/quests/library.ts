import * as z from 'zod/mini'

import { fitsAges, fitsWeeks, questFields, taskFields, weekOfTask } from '#contract/quest-content'
import { CONTENT, idFromName, readContentFolder, slug } from '#platform/content'
import { findCycle } from '#rules/prerequisites'
import { MAX_COURSE_TASKS } from '#rules/quest-limits'
import { withTaskNames } from '#rules/rubric'

import { readCourses } from './courses.ts'

const name = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

const Task = z.strictObject({ key: slug, week: weekOfTask, ...taskFields })

/** A file of content/quests. */
export const QuestFile = z
  .strictObject({
    slug,
    ...questFields,
    prerequisites: z.array(slug),
    status: z.enum(['draft', 'published', 'archived']),
    version: z.int().check(z.minimum(1)),
    tasks: z.array(Task).check(
      z.minLength(1),
      z.maxLength(MAX_COURSE_TASKS),
      z.refine((tasks) => new Set(tasks.map((task) => task.key)).size === tasks.length, {
        error: 'two tasks share a key',
      }),
    ),
  })
  .check(
    fitsAges,
    fitsWeeks,
    z.refine(
      ({ rubric, tasks }) =>
        rubric.every((criterion) =>
          criterion.tasks.every((key) => tasks.some((task) => task.key === key)),
        ),
      { error: 'a criterion names a task that is not there', path: ['rubric'] },
    ),
  )

const DemoQuestFile = z.extend(QuestFile, { appeal: name(200), place: z.int().check(z.minimum(1)) })

type Identified<Q extends z.output<typeof QuestFile>> = Omit<Q, 'tasks'> & {
  id: string
  tasks: (Q['tasks'][number] & { id: string })[]
}
export type LibraryQuest = Identified<z.output<typeof QuestFile>>
export type DemoQuestFile = Identified<z.output<typeof DemoQuestFile>>

const identified = <Q extends z.output<typeof QuestFile>>(quest: Q): Identified<Q> => ({
  ...quest,
  id: idFromName(quest.slug),
  rubric: withTaskNames(quest.rubric, (key) => idFromName(`${quest.slug}/${key}`)),
  tasks: quest.tasks.map((task) => ({ ...task, id: idFromName(`${quest.slug}/${task.key}`) })),
})

/** Prerequisites must exist and must not form a cycle. */
const refuseBrokenPaths = (quests: LibraryQuest[]): void => {
  const bySlug = new Map(quests.map((quest) => [quest.slug, quest.prerequisites]))
  for (const { slug, prerequisites } of quests) {
    const missing = prerequisites.find((needed) => !bySlug.has(needed))
    if (missing) throw new Error(`${slug}.md: prerequisites: no quest is called ${missing}`)
    const circle = findCycle(slug, (of) => bySlug.get(of) ?? [])
    if (circle) {
      throw new Error(`${slug}.md: prerequisites: ${circle.at(-1)} leads back to itself`)
    }
  }
}

/**
 * Reads the quests and courses that ship with the product, each sorted by slug.
 * @throws an error with file and field if one is malformed
 */
export const readQuestLibrary = async (content: URL = CONTENT): Promise<LibraryQuest[]> => {
  const files = [
    ...(await readContentFolder(new URL('quests/', content), QuestFile)),
    ...(await readCourses(new URL('courses/', content), QuestFile)),
  ]
  const quests = files.map(identified)
  refuseBrokenPaths(quests)
  return quests
}

/** Reads the four quests of the public demo, which are never stored. */
export const readDemoQuests = async (): Promise<DemoQuestFile[]> =>
  (await readContentFolder(new URL('demo-quests/', CONTENT), DemoQuestFile))
    .toSorted((a, b) => a.place - b.place)
    .map(identified)
