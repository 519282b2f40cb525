import * as z from 'zod/mini'

import { exerciseFields, practiceFields } from '#contract/practice'
import { CONTENT, readContentFolder, slug } from '#platform/content'
import { PRACTICE_LIMITS } from '#rules/practice/exercise'

const FileExercise = z.discriminatedUnion('kind', [
  z.strictObject(exerciseFields.number),
  z.strictObject(exerciseFields.choice),
  z.strictObject(exerciseFields.order),
  z.strictObject(exerciseFields.match),
  z.strictObject(exerciseFields.text),
])

/** A file of content/practice. Its body is a note to authors. */
const PracticeFile = z.strictObject({
  slug,
  ...practiceFields,
  exercises: z.array(FileExercise).check(
    z.minLength(1),
    z.maxLength(PRACTICE_LIMITS.exercises),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      error: 'two exercises share an id',
    }),
  ),
  description: z.string(),
})
export type LibraryPractice = z.output<typeof PracticeFile>

/**
 * Reads the sets of exercises that ship with the product, sorted by slug.
 * @throws an error with file and field if one is malformed
 */
export const readPractice = (
  folder: URL = new URL('practice/', CONTENT),
): Promise<LibraryPractice[]> => readContentFolder(folder, PracticeFile)

let library: Promise<ReadonlyMap<string, LibraryPractice>> | undefined

/** The sets by slug, read once. */
export const practiceLibrary = () =>
  (library ??= readPractice().then((sets) => new Map(sets.map((set) => [set.slug, set]))))

export const hasPracticeSet = async (slug: string): Promise<boolean> =>
  (await practiceLibrary()).has(slug)
