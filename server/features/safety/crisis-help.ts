import { readdir } from 'node:fs/promises'

import * as z from 'zod/mini'

import type { CrisisHelp } from '#contract/safety'
import { CONTENT, readYamlFile } from '#platform/content'
import { CRISES, type Crisis } from '#rules/safety'

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
        /** Opening hours, unless it is always open. */
        hours: z._default(z.nullable(z.string()), null),
        /** Crises in which it specializes; empty for a general line. */
        for: z._default(z.array(z.enum(CRISES)), []),
      }),
    )
    .check(z.minLength(1)),
})

export type CrisisLines = Record<string, z.output<typeof Country>>

const WORLD = 'world'

/** Crisis lines by country code, and `world` for all other countries. */
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

/** The chosen country, else that of the profile, else the region of the device's language. */
const countryOf = (
  lines: CrisisLines,
  hints: { chosen: string | undefined; profile: string | null; languages: string | undefined },
): string | undefined => {
  if (hints.chosen) return hints.chosen
  const byName = Object.keys(lines).find((code) => lines[code]?.name === hints.profile)
  return byName ?? /[a-z]{2,3}-([A-Z]{2})\b/.exec(hints.languages ?? '')?.[1]
}

type Line = CrisisLines[string]['lines'][number]

/** Ranks lines for this crisis first, then general ones, then those for other crises. */
const rankFor = (about: Crisis | undefined, { for: crises }: Line): number => {
  if (!about || crises.includes(about)) return 0
  return crises.length === 0 ? 1 : 2
}

/** @param about ranks lines for this crisis first */
export const crisisHelpFor = (
  lines: CrisisLines,
  hints: Parameters<typeof countryOf>[1],
  about?: Crisis,
): CrisisHelp => {
  const { [WORLD]: world, ...countries } = lines
  const code = countryOf(countries, hints)
  const known = code ? countries[code] : undefined
  return {
    country: known && code ? code : null,
    countries: Object.entries(countries)
      .map(([code, { name }]) => ({ code, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    // The worldwide list covers what the country's lines do not.
    lines: [
      ...(known?.lines ?? []).toSorted((a, b) => rankFor(about, a) - rankFor(about, b)),
      ...(world?.lines ?? []),
    ],
    emergency: known?.emergency ?? null,
  }
}
