import * as z from 'zod/mini'

import { PILLARS } from '#rules/pillars'
import { holdsWebAddress, isBlank, isSingleLine } from '#rules/text/single-line'
import { isStorableText } from '#rules/text/storable'
import { presentZoneName } from '#rules/time-zone-names'

// Refused, never dropped.
const storable = z.refine<string>(isStorableText, {
  message: 'Contains characters that cannot be stored',
})

/** At most `max` UTF-16 units, with a readable message. */
export const atMost = (max: number) => z.maxLength(max, `Please use up to ${max} characters`)

/** User-entered text of at most `max` UTF-16 units. */
export const text = (max: number) => z.string().check(atMost(max), storable)

const singleLine = z.refine<string>(isSingleLine, {
  message: 'Please write one line, without invisible characters',
})
const noWebAddress = z.refine<string>((name) => !holdsWebAddress(name), {
  message: 'A name cannot contain a web address',
})

const notBlank = (missing: string) =>
  z.refine<string>((text) => !isBlank(text), { message: missing })

/** Non-blank text, multiline allowed; trimmed. */
export const words = (max: number, missing: string) =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), atMost(max), storable, notBlank(missing))

/** Non-blank single line; trimmed. */
export const line = (max: number, missing: string) => words(max, missing).check(singleLine)

export const optionalLine = (max: number) =>
  z.optional(z.string().check(z.trim(), atMost(max), storable, singleLine))

/** Name of a person or site. Names appear in emails to others, so they cannot contain a web address. */
export const properName = (max: number, missing: string) => line(max, missing).check(noWebAddress)

export const optionalName = (max: number) =>
  z.optional(z.string().check(z.trim(), atMost(max), storable, singleLine, noWebAddress))

/** Email address in lower case: addresses are compared without case everywhere. */
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

/** Instant, ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()
/** Calendar day, YYYY-MM-DD. */
export const Day = z.iso.date()

let zones: Set<string> | undefined

/** Present name of an IANA time zone, or UTC. Takes a former name that a browser still has for it. */
export const TimeZone = z.string().check(
  z.overwrite(presentZoneName),
  z.refine((name) => {
    zones ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'].map(presentZoneName))
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
