import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { parse } from 'yaml'
import * as z from 'zod/mini'

import { PILLARS } from '#rules/pillars'
import { isWhole, SUBJECTS } from '#rules/subjects'

const CONTENT = new URL('../../../content/', import.meta.url)

/** RFC 9562 asks for a namespace of one's own; changing this one would orphan every shipped quest. */
const NAMESPACE = Buffer.from('6f0d3b1e2c5a4e8f9b7a1d4c8e2f6a90', 'hex')

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

const DemoQuest = z.extend(Quest, { appeal: name(200) })

type Identified<Q extends z.output<typeof Quest>> = Omit<Q, 'tasks'> & {
  id: string
  tasks: (Q['tasks'][number] & { id: string })[]
}
export type LibraryQuest = Identified<z.output<typeof Quest>>
export type DemoQuest = Identified<z.output<typeof DemoQuest>>

/** The same name gives the same UUID on every installation (version 5, RFC 9562 §5.5). */
export const idFromName = (name: string): string => {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

const parseQuest = <Q extends z.output<typeof Quest>>(
  schema: z.ZodMiniType<Q>,
  file: string,
  markdown: string,
): Identified<Q> => {
  const [, head, body] = FRONT_MATTER.exec(markdown) ?? []
  if (head === undefined) throw new Error(`${file}: no front matter between two lines of ---`)
  const fields = { ...readYaml(file, head), description: body }
  const parsed = z.safeParse(schema, fields, { error: z.locales.en().localeError })
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new Error(`${file}: ${issues.join('; ')}`)
  }
  const quest = parsed.data
  if (`${quest.slug}.md` !== file) throw new Error(`${file}: slug must be the name of the file`)
  return {
    ...quest,
    id: idFromName(quest.slug),
    tasks: quest.tasks.map((task) => ({ ...task, id: idFromName(`${quest.slug}/${task.key}`) })),
  }
}

const readYaml = (file: string, head: string): object => {
  try {
    const value: unknown = parse(head)
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw new Error(`${file}: ${String(cause)}`, { cause })
  }
  throw new Error(`${file}: the front matter is not a list of fields`)
}

const readFolder = async <Q extends z.output<typeof Quest>>(
  folder: URL,
  schema: z.ZodMiniType<Q>,
): Promise<Identified<Q>[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()
  return Promise.all(
    files.map(async (file) =>
      parseQuest(schema, basename(file), await readFile(new URL(file, folder), 'utf8')),
    ),
  )
}

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
  const quests = await readFolder(folder, Quest)
  refuseBrokenPaths(quests)
  return quests
}

/** The four quests of the public demo (specification §9). They are never stored. */
export const readDemoQuests = (): Promise<DemoQuest[]> =>
  readFolder(new URL('demo-quests/', CONTENT), DemoQuest)
