import type * as z from 'zod/mini'

import { inDecodingProcess, UndecodableFile } from '#platform/decoding'

import { validateContent, MalformedContent } from './read-folder.ts'

/** Parsing crafted YAML can take quadratic time. */
const readFields = inDecodingProcess<{ file: string; markdown: string }, object>(
  new URL('./read-folder.ts', import.meta.url),
  'readFields',
  { seconds: 5, mb: 400 },
)

/** Like `parseContent`, for an untrusted file. @throws MalformedContent */
export const parseForeignContent = async <C extends object>(
  schema: z.ZodMiniType<C>,
  markdown: string,
  fairnessKey: string,
): Promise<C> => {
  const file = 'The file'
  const fields = await readFields({ file, markdown }, fairnessKey).catch((error: unknown) => {
    throw error instanceof UndecodableFile ? new MalformedContent(error.message) : error
  })
  return validateContent(schema, file, fields)
}
