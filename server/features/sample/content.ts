import { readdir, readFile } from 'node:fs/promises'

import { load } from 'js-yaml'
import * as z from 'zod/mini'

import type { LibraryQuest } from '#features/quests'

import { CLASSMATE_KEYS } from './classmates.ts'

const FOLDER = new URL('../../../content/sample/work/', import.meta.url)

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const caption = z.optional(words(500))
/** "12 16:30": twelve days before the sample is created, at 16:30 (UTC). */
const moment = z.string().check(z.regex(/^\d{1,3} [012]\d:[0-5]\d$/, 'must be "days hh:mm"'))
const days = z.int().check(z.minimum(1), z.maximum(200))

const Piece = z.union([
  z.strictObject({ text: words(20_000) }),
  z.strictObject({ link: z.url(), caption }),
  z.strictObject({ image: words(60), alt: words(500), caption }),
  z.strictObject({ file: words(60), caption }),
])
export type SamplePiece = z.output<typeof Piece>
const evidence = z.array(Piece).check(z.minLength(1))

const Decision = z.strictObject({ at: moment, comment: z.optional(words(2000)) })
const Return = z.strictObject({ at: moment, comment: words(2000) })

const HandIn = z
  .strictObject({
    task: words(60),
    handed_in: moment,
    evidence,
    reflection: z.optional(words(5000)),
    accepted: z.optional(Decision),
    returned: z.optional(Return),
    portfolio: z.optional(z.strictObject({ place: z.int(), caption: words(500) })),
  })
  .check(
    z.refine(({ accepted, returned }) => !(accepted && returned), 'is accepted or returned'),
    z.refine(({ handed_in, accepted, returned }) => {
      const decided = accepted ?? returned
      return !decided || isBefore(handed_in, decided.at)
    }, 'is decided before it is handed in'),
  )
export type SampleSubmission = z.output<typeof HandIn>

/** Evidence that the mother added to a task before it was submitted. */
const Gift = z.strictObject({ task: words(60), at: moment, evidence })

const SampleWork = z.strictObject({
  learner: z.enum(['student', 'child', ...CLASSMATE_KEYS]),
  quest: words(60),
  started: days,
  left: z.optional(days),
  added: z.optional(z.array(Gift)),
  work: z.array(HandIn),
  draft: z.optional(z.array(z.strictObject({ task: words(60), evidence }))),
})
export type SampleWork = z.output<typeof SampleWork>

/** Minutes before midnight of the day of creation. */
const minutesAgo = (at: string): number => {
  const [day = 0, hours = 0, minutes = 0] = at.split(/[ :]/).map(Number)
  return day * 24 * 60 - hours * 60 - minutes
}
const isBefore = (first: string, second: string) => minutesAgo(first) > minutesAgo(second)

/** Time of a past event of the sample, relative to the day of creation. */
export const toDate = (at: string, now: Date): Date => {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  return new Date(midnight.getTime() - minutesAgo(at) * 60_000)
}

/**
 * Reads the sample people's work, ordered by file name.
 * @throws an error with file and field if one is malformed or names an unknown quest or task
 */
export const readSampleWork = async (
  library: readonly LibraryQuest[],
  folder: URL = FOLDER,
): Promise<SampleWork[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted()
  return Promise.all(
    names.map(async (name) =>
      checked(name, load(await readFile(new URL(name, folder), 'utf8')), library),
    ),
  )
}

const checked = (name: string, given: unknown, library: readonly LibraryQuest[]): SampleWork => {
  const parsed = z.safeParse(SampleWork, given, { error: z.locales.en().localeError })
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new Error(`${name}: ${issues.join('; ')}`)
  }
  const quest = library.find(({ slug }) => slug === parsed.data.quest)
  if (!quest) throw new Error(`${name}: no quest is called ${parsed.data.quest}`)
  const { added = [], draft = [], work } = parsed.data
  for (const { task } of [...added, ...work, ...draft]) {
    if (!quest.tasks.some(({ key }) => key === task)) throw new Error(`${name}: no task ${task}`)
  }
  return parsed.data
}

/** Address of a sample person: `student` has student@example.org. */
export const addressOf = (key: string) => `${key}@example.org`

/** Ids of the sample learners, their advisor, the mother of two of them, and the admin. */
export type SamplePeople = Record<SampleWork['learner'] | 'advisor' | 'parent' | 'admin', string>
