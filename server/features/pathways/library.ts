import * as z from 'zod/mini'

import { line, words } from '#contract/fields'
import { CONTENT, idFromName, readContentFolder, slug } from '#platform/content'

/** A file of content/pathways. */
const PathwayFile = z.strictObject({
  slug,
  title: line(80, 'Please give the pathway a title'),
  summary: line(160, 'Please summarise the pathway in one sentence'),
  big_idea: line(300, 'Please say what the pathway is really about'),
  age_min: z.int(),
  age_max: z.int(),
  position: z.int(),
  /** In display order; `after` lists the predecessors on the map. */
  quests: z
    .array(z.strictObject({ quest: slug, after: z._default(z.array(slug), []) }))
    .check(z.minLength(2), z.maxLength(10)),
  /** Badge that the pathway leads to, if the last quest alone does not earn it. */
  badge: z.optional(slug),
  description: words(4000, 'Please describe the pathway'),
})

export type LibraryPathway = Omit<z.output<typeof PathwayFile>, 'quests' | 'badge'> & {
  /** By id, like the badge. */
  quests: { id: string; after: string[] }[]
  badge: string | null
}

/** Refuses duplicate quests, and quests listed before their predecessors. */
const refuseWrongOrder = ({ slug, quests }: z.output<typeof PathwayFile>): void => {
  const seen = new Set<string>()
  for (const { quest, after } of quests) {
    if (seen.has(quest)) throw new Error(`${slug}.md: quests: ${quest} comes twice`)
    const later = after.find((each) => !seen.has(each))
    if (later) throw new Error(`${slug}.md: quests: ${later} does not come before ${quest}`)
    seen.add(quest)
  }
}

/**
 * Reads the pathways that ship with the product, in display order.
 * @throws an error with file and field if one is malformed
 */
export const readPathways = async (
  folder: URL = new URL('pathways/', CONTENT),
): Promise<LibraryPathway[]> => {
  const files = await readContentFolder(folder, PathwayFile)
  files.forEach(refuseWrongOrder)
  return files
    .toSorted((a, b) => a.position - b.position)
    .map(({ quests, badge, ...pathway }) => ({
      ...pathway,
      quests: quests.map(({ quest, after }) => ({
        id: idFromName(quest),
        after: after.map(idFromName),
      })),
      badge: badge === undefined ? null : idFromName(`badge/${badge}`),
    }))
}
