import { readdir, readFile } from 'node:fs/promises'

import { parse, stringify } from 'yaml'
import * as z from 'zod/mini'

/** The folder of everything that ships as words. */
export const CONTENT = new URL('../../../content/', import.meta.url)

/** What a file calls itself, and others call it. */
export const slug = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case-with-dashes'))

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** What stands between two lines of `---`, and what follows; undefined for a file without such a head. */
export const splitFrontMatter = (file: string): { head: string; body: string } | undefined => {
  const [, head, body = ''] = FRONT_MATTER.exec(file) ?? []
  return head === undefined ? undefined : { head, body }
}

/**
 * The Markdown files of a folder, sorted by name: fields between two lines of `---`, and the text after them as
 * `description`. Throws an error that names file and field when one of them is malformed.
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

/** A file with these fields in its head, as `parseContent` reads it. */
export const writeContent = (head: object, description: string): string =>
  `---\n${stringify(head, { lineWidth: 0 })}---\n${description}\n`

/** A file that cannot be read, with the name of the file and of the field. */
export class MalformedContent extends Error {}

/** @throws an error that names file and field when it is malformed */
export const parseContent = <C extends object>(
  schema: z.ZodMiniType<C>,
  file: string,
  markdown: string,
): C => validateContent(schema, file, readFields({ file, markdown }))

/** The fields of a file as its YAML has them, and the text after them as `description`. */
export const readFields = ({ file, markdown }: { file: string; markdown: string }): object => {
  const split = splitFrontMatter(markdown)
  if (!split) throw new MalformedContent(`${file}: no front matter between two lines of ---`)
  return { ...readYaml(file, split.head), description: split.body }
}

/** A file of fields alone, below content/. @throws an error that names file and field when it is malformed */
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
    const value: unknown = parse(head)
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw new MalformedContent(`${file}: ${String(cause)}`, { cause })
  }
  throw new MalformedContent(`${file}: the front matter is not a list of fields`)
}
