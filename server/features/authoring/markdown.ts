import { randomUUID } from 'node:crypto'

import type * as z from 'zod/mini'

import type { DraftContent } from '#contract/authoring'
import { type Catalog, findCatalog } from '#features/catalog'
import { QuestFile } from '#features/quests'
import {
  MalformedContent,
  parseContent,
  parseForeignContent,
  writeContent,
} from '#platform/content'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { withTaskNames } from '#rules/rubric'

import { findAuthoredRow } from './queries.ts'

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'quest'

/** Returns a slug per title; duplicates are numbered. */
const slugsOf = (titles: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const slug = slugOf(title)
    const count = (seen.get(slug) ?? 0) + 1
    seen.set(slug, count)
    return count === 1 ? slug : `${slug}-${count}`
  })
}

/** Formats a quest as a file of content/quests. The file is text only: an uploaded cover is omitted. */
export const questFile = (
  { description, tasks, prerequisites, cover_file_id: _, ...quest }: DraftContent,
  version: number,
  catalog: Catalog,
): { name: string; markdown: string } => {
  const slug = slugOf(quest.title)
  const keys = slugsOf(tasks.map(({ title }) => title))
  const head = {
    slug,
    ...quest,
    rubric: withTaskNames(quest.rubric, (key) => keys[tasks.findIndex((task) => task.key === key)]),
    prerequisites: prerequisites.flatMap((id) => catalog.quest(id)?.slug ?? []),
    status: 'published',
    version,
    tasks: tasks.map(({ practice, ...task }, index) => ({
      ...task,
      ...(practice ? { practice } : {}),
      key: keys[index],
    })),
  }
  return { name: `${slug}.md`, markdown: writeContent(head, description) }
}

/** @throws invalid with the file's problem as a sentence */
export const readQuestFile = async (
  db: Db,
  markdown: string,
  fairnessKey: string,
): Promise<DraftContent> => {
  const read = await parseForeignContent(QuestFile, markdown, fairnessKey).catch(
    (error: unknown) => {
      throw error instanceof MalformedContent ? malformed(error.message.slice(0, 500)) : error
    },
  )
  return toDraft(db, read)
}

/** Reads a quest that comes with the program, without the limit of time for files of others: a busy machine exceeds it. */
export const readShippedQuest = (db: Db, file: string, markdown: string): Promise<DraftContent> =>
  toDraft(db, parseContent(QuestFile, file, markdown))

const toDraft = async (db: Db, read: z.output<typeof QuestFile>): Promise<DraftContent> => {
  const { slug: _, status: _status, version: _version, ...quest } = read
  const { catalog_version } = await findAuthoredRow(db, randomUUID())
  const catalog = await findCatalog(db, catalog_version)
  const prerequisites = quest.prerequisites.map((slug) => {
    const needed = catalog.quests.find((each) => each.slug === slug)
    if (!needed) throw malformed(`prerequisites: no quest is called ${slug}`)
    return needed.id
  })
  const tasks = quest.tasks.map((task) => ({ ...task, key: randomUUID() }))
  const rubric = withTaskNames(
    quest.rubric,
    (key) => tasks[quest.tasks.findIndex((task) => task.key === key)]?.key,
  )
  return { ...quest, rubric, cover_file_id: null, prerequisites, tasks }
}

const malformed = (problem: string) => {
  const message = `This couldn’t be read as a quest. ${problem}`
  return invalid(message, { markdown: message })
}
