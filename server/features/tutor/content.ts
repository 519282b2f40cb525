import * as z from 'zod/mini'

import { CONTENT, readContentFolder, readYamlFile } from '#platform/content'
import { type CoachWords, INTENTS } from '#rules/coach'
import { type Pillar, PILLARS } from '#rules/pillars'
import { EVIDENCE_KINDS } from '#rules/quest-limits'
import { RECIPIENT_LEVELS, REPORT_CATEGORIES } from '#rules/safety'
import { CLOSED_REASONS } from '#rules/tutor'

const words = z.string().check(z.trim(), z.minLength(1))
const list = z.array(words).check(z.minLength(1))

/** A file of the coach: its body is the similar example. */
const CoachFile = z.object({
  slug: words,
  questions: z.record(z.enum(INTENTS), list),
  steps: list,
  /** In the general file: a worked step for each pillar. */
  worked: z.optional(z.record(z.enum(PILLARS), words)),
  description: words,
})

const House = z.object({
  replies: z.record(z.enum([...REPORT_CATEGORIES, 'doubt', 'topic']), words),
  told: z.record(z.enum(RECIPIENT_LEVELS), words),
  not_family: words,
  closed: z.record(z.enum(CLOSED_REASONS), words),
  reminder: words,
  instead: words,
  withheld: words,
  broken: words,
})

const LookAt = z.record(z.enum(EVIDENCE_KINDS), list)

export type TutorContent = {
  /** Fixed replies, used verbatim. */
  house: z.output<typeof House>
  coach: Record<Pillar | 'general', CoachWords>
  /** A worked step of something similar, by pillar. */
  worked: Record<Pillar, string>
  lookAt: z.output<typeof LookAt>
}

const GENERAL = 'general'

/** Reads the texts of the built-in coach and the built-in replies. @throws an error with file and field if one is malformed */
export const readTutorContent = async (): Promise<TutorContent> => {
  const [files, house, lookAt] = await Promise.all([
    readContentFolder(new URL('coach/', CONTENT), CoachFile),
    readYamlFile(House, 'coach/house.yaml'),
    readYamlFile(LookAt, 'coach/evidence.yaml'),
  ])
  const wordsOf = (name: string): CoachWords => {
    const file = files.find(({ slug }) => slug === name.replaceAll('_', '-'))
    if (!file) throw new Error(`content/coach has no file for ${name}`)
    const { questions, steps, description } = file
    return { questions, steps, example: description.trim() }
  }
  const worked = files.find(({ slug }) => slug === GENERAL)?.worked
  if (!worked) throw new Error('content/coach/general.md: worked: is missing')
  const coach = [...PILLARS, GENERAL].map((name) => [name, wordsOf(name)])
  return { house, lookAt, worked, coach: Object.fromEntries(coach) as TutorContent['coach'] }
}
