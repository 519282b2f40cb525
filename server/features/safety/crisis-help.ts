import { readdir } from 'node:fs/promises'

import * as z from 'zod/mini'

import type { CrisisHelp } from '#contract/safety'
import { CONTENT, readYamlFile } from '#platform/content'

const Country = z.object({
  name: z.string(),
  emergency: z.nullable(z.string()),
  lines: z
    .array(
      z.object({
        name: z.string(),
        reach: z.string(),
        phone: z.nullable(z.string()),
        url: z.nullable(z.url()),
        about: z.string(),
      }),
    )
    .check(z.minLength(1)),
})

export type CrisisLines = Record<string, z.output<typeof Country>>

const WORLD = 'world'

/** Whom to call in a crisis, by the country's two letters, and `world` for everywhere else. */
export const readCrisisLines = async (): Promise<CrisisLines> => {
  const files = await readdir(new URL('crisis/', CONTENT))
  const read = await Promise.all(
    files.map(async (file) => [
      file.replace('.yaml', ''),
      await readYamlFile(Country, `crisis/${file}`),
    ]),
  )
  return Object.fromEntries(read) as CrisisLines
}

/** The country that somebody has chosen, entered in the profile, or set as the region of the device's language. */
const countryOf = (
  lines: CrisisLines,
  hints: { chosen: string | undefined; profile: string | null; languages: string | undefined },
): string | undefined => {
  if (hints.chosen) return hints.chosen
  const byName = Object.keys(lines).find((code) => lines[code]?.name === hints.profile)
  return byName ?? /[a-z]{2,3}-([A-Z]{2})\b/.exec(hints.languages ?? '')?.[1]
}

export const crisisHelpFor = (
  lines: CrisisLines,
  hints: Parameters<typeof countryOf>[1],
): CrisisHelp => {
  const { [WORLD]: world, ...countries } = lines
  const code = countryOf(countries, hints)
  const known = code ? countries[code] : undefined
  return {
    country: known && code ? code : null,
    countries: Object.entries(countries)
      .map(([code, { name }]) => ({ code, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    // Where ours do not fit, the list for the whole world may.
    lines: [...(known?.lines ?? []), ...(world?.lines ?? [])],
    emergency: known?.emergency ?? null,
  }
}
