import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { CONTENT, idFromName, readContentFolder, slug } from '#platform/content'
import { BADGE_SHAPES } from '#rules/art/badge-art'
import { type Criteria, criteriaInWords, questsIn } from '#rules/badges'
import { PILLARS } from '#rules/pillars'

const name = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const count = (max: number) => z.int().check(z.minimum(1), z.maximum(max))
const pillar = z.optional(z.enum(PILLARS))
const unique = z.refine<unknown[]>((list) => new Set(list).size === list.length, 'repeats')

const CriteriaOfSlugs: z.ZodMiniType<Criteria> = z.lazy(() => {
  const parts = z.array(CriteriaOfSlugs).check(z.minLength(1), z.maxLength(12))
  return z.union([
    z.strictObject({ all: parts }),
    z.strictObject({ any: parts }),
    z
      .strictObject({
        quests: z.array(slug).check(z.minLength(1), unique),
        at_least: z.optional(count(100)),
      })
      .check(
        z.refine(({ quests, at_least = 1 }) => at_least <= quests.length, 'asks for too many'),
      ),
    z.strictObject({ xp: count(1_000_000), pillar }),
    z.strictObject({ tasks: count(10_000), pillar }),
    z.strictObject({ award: z.literal('advisor') }),
  ])
})

const BadgeFile = z.strictObject({
  slug,
  name: name(60),
  pillars: z.array(z.enum(PILLARS)).check(z.minLength(1), unique),
  shape: z.enum(BADGE_SHAPES),
  position: z.int(),
  status: z.enum(['draft', 'published', 'archived']),
  criteria: CriteriaOfSlugs,
  description: name(1000),
})

export type LibraryBadge = z.output<typeof BadgeFile> & {
  id: string
  criteria_text: string
  /** Hash of the file's content. */
  shipped_as: string
}

type Quests = readonly { id: string; slug: string; title: string }[]

/**
 * Reads the badges that ship with the product. Their criteria name quests of `library` by id.
 * @throws an error with file and field if one is malformed
 */
export const readBadgeLibrary = async (
  library: Quests,
  folder: URL = new URL('badges/', CONTENT),
): Promise<LibraryBadge[]> => {
  const bySlug = new Map(library.map((quest) => [quest.slug, quest]))
  return (await readContentFolder(folder, BadgeFile)).map((badge) => {
    const unknown = questsIn(badge.criteria).find((slug) => !bySlug.has(slug))
    if (unknown) throw new Error(`${badge.slug}.md: criteria: no quest is called ${unknown}`)
    return {
      ...badge,
      id: idFromName(`badge/${badge.slug}`),
      criteria: byId(badge.criteria, (slug) => bySlug.get(slug)?.id ?? slug),
      criteria_text: criteriaInWords(badge.criteria, (slug) => bySlug.get(slug)?.title ?? slug),
      shipped_as: createHash('sha256').update(JSON.stringify(badge)).digest('base64url'),
    }
  })
}

const byId = (criteria: Criteria, idOf: (slug: string) => string): Criteria => {
  if ('all' in criteria) return { all: criteria.all.map((each) => byId(each, idOf)) }
  if ('any' in criteria) return { any: criteria.any.map((each) => byId(each, idOf)) }
  return 'quests' in criteria ? { ...criteria, quests: criteria.quests.map(idOf) } : criteria
}
