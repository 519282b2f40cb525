import * as z from 'zod/mini'

import { CONTENT, idFromName, readContentFolder } from '#platform/content'
import { PILLARS } from '#rules/pillars'
import { isWhole, SUBJECTS } from '#rules/subjects'

const name = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case-with-dashes'))

const Task = z.strictObject({
  key: slug,
  title: name(120),
  pillar: z.enum(PILLARS),
  xp: z.int().check(z.minimum(50), z.maximum(100)),
  required: z.boolean(),
  evidence: z.array(z.enum(['text', 'link', 'image', 'video', 'file'])).check(
    z.minLength(1),
    z.refine((kinds) => new Set(kinds).size === kinds.length, 'repeats'),
  ),
  subjects: z
    .partialRecord(z.enum(SUBJECTS), z.number().check(z.positive()))
    .check(z.refine(isWhole, 'shares must sum to 1')),
  instructions: name(4000),
})

const Quest = z
  .strictObject({
    slug,
    title: name(120),
    summary: name(160),
    big_idea: name(300),
    estimated_hours: z.number().check(z.positive(), z.maximum(200)),
    age_min: z.int().check(z.minimum(5)),
    age_max: z.int().check(z.maximum(19)),
    prerequisites: z.array(slug),
    status: z.enum(['draft', 'published', 'archived']),
    version: z.int().check(z.minimum(1)),
    tasks: z.array(Task).check(
      z.minLength(3),
      z.maxLength(7),
      z.refine((tasks) => new Set(tasks.map((task) => task.key)).size === tasks.length, {
        error: 'two tasks share a key',
      }),
    ),
    description: name(10_000),
  })
  .check(
    z.refine((quest) => quest.age_min < quest.age_max, {
      error: 'must be above age_min',
      path: ['age_max'],
    }),
  )

const DemoQuestFile = z.extend(Quest, { appeal: name(200), place: z.int().check(z.minimum(1)) })

type Identified<Q extends z.output<typeof Quest>> = Omit<Q, 'tasks'> & {
  id: string
  tasks: (Q['tasks'][number] & { id: string })[]
}
export type LibraryQuest = Identified<z.output<typeof Quest>>
export type DemoQuestFile = Identified<z.output<typeof DemoQuestFile>>

const identified = <Q extends z.output<typeof Quest>>(quest: Q): Identified<Q> => ({
  ...quest,
  id: idFromName(quest.slug),
  tasks: quest.tasks.map((task) => ({ ...task, id: idFromName(`${quest.slug}/${task.key}`) })),
})

/** Prerequisites must exist and may not lead back to the quest that asks for them. */
const refuseBrokenPaths = (quests: LibraryQuest[]): void => {
  const bySlug = new Map(quests.map((quest) => [quest.slug, quest]))
  const walk = (from: LibraryQuest, seen: string[]): void => {
    for (const next of from.prerequisites) {
      const quest = bySlug.get(next)
      if (!quest) throw new Error(`${from.slug}.md: prerequisites: no quest is called ${next}`)
      if (seen.includes(next))
        throw new Error(`${from.slug}.md: prerequisites: ${next} leads back to itself`)
      walk(quest, [...seen, next])
    }
  }
  for (const quest of quests) walk(quest, [quest.slug])
}

/**
 * The quests that ship with the product, sorted by slug.
 * Throws an error that names file and field when one of them is malformed.
 */
export const readQuestLibrary = async (
  folder: URL = new URL('quests/', CONTENT),
): Promise<LibraryQuest[]> => {
  const quests = (await readContentFolder(folder, Quest)).map(identified)
  refuseBrokenPaths(quests)
  return quests
}

/** The four quests of the public demo. They are never stored. */
export const readDemoQuests = async (): Promise<DemoQuestFile[]> =>
  (await readContentFolder(new URL('demo-quests/', CONTENT), DemoQuestFile))
    .toSorted((a, b) => a.place - b.place)
    .map(identified)
