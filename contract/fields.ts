import * as z from 'zod/mini'

import { PILLARS } from '#rules/pillars'
import { holdsWebAddress, isSingleLine } from '#rules/text/single-line'

// NUL cannot be stored in PostgreSQL's text and a lone surrogate cannot be written as UTF-8: both are refused, never dropped.
const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed(), {
  message: 'Contains characters that cannot be stored',
})

/** At most `max` UTF-16 units, refused in words for a person. */
export const atMost = (max: number) => z.maxLength(max, `Please use at most ${max} characters`)

/** Text as a person typed it, at most `max` UTF-16 units long. */
export const text = (max: number) => z.string().check(atMost(max), storable)

const singleLine = z.refine<string>(isSingleLine, {
  message: 'Please write one line, without invisible characters',
})
const noWebAddress = z.refine<string>((name) => !holdsWebAddress(name), {
  message: 'A name cannot contain a web address',
})

/** Words over as many lines as it takes, not blank; surrounding white space is dropped. */
export const words = (max: number, missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(max), storable)

/** One line that must not be blank; surrounding white space is dropped. */
export const line = (max: number, missing: string) => words(max, missing).check(singleLine)

export const optionalLine = (max: number) =>
  z.optional(z.string().check(z.trim(), atMost(max), storable, singleLine))

/** What a person or a site is called. Names stand in letters to others, so there is no room for a message in them. */
export const properName = (max: number, missing: string) => line(max, missing).check(noWebAddress)

export const optionalName = (max: number) =>
  z.optional(z.string().check(z.trim(), atMost(max), storable, singleLine, noWebAddress))

/** An address, lower-cased: addresses are compared without case everywhere. */
export const email = (missing: string, malformed = 'Invalid email address') =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, missing),
      z.maxLength(254, malformed),
      z.regex(z.regexes.email, malformed),
      storable,
    )

export const Id = z.uuid('Not a valid id')

/** An instant, ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()
/** A calendar day, YYYY-MM-DD. */
export const Day = z.iso.date()

let zones: Set<string> | undefined

/** An IANA time zone by its canonical name, or UTC. */
export const TimeZone = z.string().check(
  z.refine((name) => {
    zones ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
    return zones.has(name)
  }, 'Not a known time zone'),
)

export const PillarName = z.enum(PILLARS)

/** A page of a list. `next_cursor` is opaque, and null on the last page. */
export const page = <S extends z.ZodMiniType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) })

export const pageQuery = {
  cursor: z.optional(text(200)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 24),
}
