import { readdir, readFile } from 'node:fs/promises'

import * as z from 'zod/mini'

import { MalformedContent, readContentFields, validateContent } from '#platform/content'

/** A week's file: its title and tasks, and its text as the body. */
const WeekFile = z.strictObject({
  title: z.string(),
  tasks: z.array(z.record(z.string(), z.unknown())),
  description: z.string(),
})

/**
 * Reads the courses of a folder, each a folder of its own: `course.md` has the fields of a quest, `week-01.md` and so on its weeks.
 * @param schema of the quest that they amount to
 * @throws an error with file and field if one is malformed
 */
export const readCourses = async <Q extends { slug: string }>(
  folder: URL,
  schema: z.ZodMiniType<Q>,
): Promise<Q[]> => {
  const folders = (await readdir(folder, { withFileTypes: true })).filter((each) =>
    each.isDirectory(),
  )
  const names = folders.map(({ name }) => name).toSorted()
  return Promise.all(names.map((name) => readCourse(new URL(`${name}/`, folder), name, schema)))
}

const readCourse = async <Q extends { slug: string }>(
  folder: URL,
  slug: string,
  schema: z.ZodMiniType<Q>,
): Promise<Q> => {
  const read = async (name: string) => {
    const file = `${slug}/${name}`
    const markdown = await readFile(new URL(name, folder), 'utf8')
    return { file, fields: readContentFields({ file, markdown }) }
  }
  const names = (await readdir(folder)).filter((name) => /^week-\d\d\.md$/.test(name)).toSorted()
  const [course, ...files] = await Promise.all(['course.md', ...names].map(read))
  const weeks = files.map(({ file, fields }) => validateContent(WeekFile, file, fields))
  const quest = validateContent(schema, course!.file, {
    ...course!.fields,
    weeks: weeks.map(({ title, description }) => ({ title, text: description })),
    tasks: weeks.flatMap(({ tasks }, index) => tasks.map((task) => ({ ...task, week: index + 1 }))),
  })
  if (quest.slug !== slug)
    throw new MalformedContent(`${course!.file}: slug must be the folder’s name`)
  return quest
}
