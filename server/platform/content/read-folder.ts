import { readdir, readFile } from 'node:fs/promises'

import { dump, load } from 'js-yaml'
import * as z from 'zod/mini'

/** The folder of all shipped texts. */
export const CONTENT = new URL('../../../content/', import.meta.url)

/** Id of a content file, used in references. */
export const slug = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case-with-dashes'))

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** Splits a file into front matter (between two lines of `---`) and body; undefined without front matter. */
export const splitFrontMatter = (file: string): { head: string; body: string } | undefined => {
  const [, head, body = ''] = FRONT_MATTER.exec(file) ?? []
  return head === undefined ? undefined : { head, body }
}

/**
 * Reads the Markdown files of a folder, sorted by name: front matter fields, and the body as `description`.
 * @throws an error with file and field if one is malformed
 */
export const readContentFolder = async <C extends { slug: string }>(
  folder: URL,
  schema: z.ZodMiniType<C>,
): Promise<C[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()
  return Promise.all(
    files.map(async (file) =>
      namedAs(file, parseContent(schema, file, await readFile(new URL(file, folder), 'utf8'))),
    ),
  )
}

const namedAs = <C extends { slug: string }>(file: string, content: C): C => {
  if (`${content.slug}.md` !== file) throw new Error(`${file}: slug must be the name of the file`)
  return content
}

/** Formats a file for `parseContent` with these fields as front matter. */
export const writeContent = (head: object, description: string): string =>
  `---\n${dump(head, { lineWidth: -1 })}---\n${description}\n`

/** An unreadable content file; the message names file and field. */
export class MalformedContent extends Error {}

/** @throws an error with file and field if it is malformed */
export const parseContent = <C extends object>(
  schema: z.ZodMiniType<C>,
  file: string,
  markdown: string,
): C => validateContent(schema, file, readFields({ file, markdown }))

/** The YAML fields of a file, and its body as `description`. */
export const readFields = ({ file, markdown }: { file: string; markdown: string }): object => {
  const split = splitFrontMatter(markdown)
  if (!split) throw new MalformedContent(`${file}: no front matter between two lines of ---`)
  return { ...readYaml(file, split.head), description: split.body }
}

/** Reads a YAML file below content/. @throws an error with file and field if it is malformed */
export const readYamlFile = async <C extends object>(
  schema: z.ZodMiniType<C>,
  file: string,
): Promise<C> =>
  validateContent(schema, file, readYaml(file, await readFile(new URL(file, CONTENT), 'utf8')))

export const validateContent = <C extends object>(
  schema: z.ZodMiniType<C>,
  file: string,
  fields: object,
): C => {
  const parsed = z.safeParse(schema, fields, { error: z.locales.en().localeError })
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new MalformedContent(`${file}: ${issues.join('; ')}`)
  }
  return parsed.data
}

const readYaml = (file: string, head: string): object => {
  try {
    const value: unknown = load(head)
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw new MalformedContent(`${file}: ${String(cause)}`, { cause })
  }
  throw new MalformedContent(`${file}: the front matter is not a list of fields`)
}
