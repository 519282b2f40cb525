import * as z from 'zod/mini'

import { line, words } from '#contract/fields'
import { CONTENT, idFromName, readContentFolder, slug } from '#platform/content'

/** A file of content/pathways. */
const PathwayFile = z.strictObject({
  slug,
  title: line(80, 'Please give the pathway a title'),
  summary: line(160, 'Please sum the pathway up in one sentence'),
  big_idea: line(300, 'Please say what the pathway is about at heart'),
  age_min: z.int(),
  age_max: z.int(),
  position: z.int(),
  /** In the order of the list; `after` names those before it on the map. */
  quests: z
    .array(z.strictObject({ quest: slug, after: z._default(z.array(slug), []) }))
    .check(z.minLength(2), z.maxLength(10)),
  /** What the last quest is not all of. */
  badge: z.optional(slug),
  description: words(4000, 'Please describe the pathway'),
})

export type LibraryPathway = Omit<z.output<typeof PathwayFile>, 'quests' | 'badge'> & {
  /** By id, as the badge is. */
  quests: { id: string; after: string[] }[]
  badge: string | null
}

/** Every quest comes once, and those before it come before it. */
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
 * The pathways that ship with the product, in the order in which they are shown.
 * Throws an error that names file and field when one of them is malformed.
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
