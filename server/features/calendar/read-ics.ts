import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { decodeHTML } from 'entities'
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'

import { PRODUCT } from '#platform/icalendar'
import { addDays } from '#rules/plan'
import { type Recurrence, recurrenceOf, type Rule } from '#rules/recurrence'
import { inOneLine } from '#rules/text/single-line'
import { instantOf, wallAt } from '#rules/time-zones'
import { dayOf, midnightOf, wallAfter, wallBetween } from '#rules/wall-time'

import { areTooLong, MAX_EXCEPTIONS } from './exceptions.ts'
import type { Exception, EventDetails } from './occurrences.ts'

// Reads iCalendar files of other programs, in the decoding process: their content is untrusted. Nothing is expanded here: only
// common recurrence rules are imported.

const MAX_TITLE = 200
const MAX_NOTES = 4000
const MAX_TIME = 40
const LONGEST_MS = 60 * 24 * 3_600_000

/** An event of a file; `problem` is the reason why it cannot be imported. */
export type FoundEvent = {
  uid: string
  title: string
  /** Null if it cannot be read. */
  said: EventDetails | null
  recurrence: Recurrence | null
  exceptions: Exception[]
  problem: string | null
}

export type FoundCalendar = {
  events: FoundEvent[]
  unknownZones: string[]
  /** True if this site, or another Lodestar site, wrote the file. */
  isOurs: boolean
}

type Property = [
  name: string,
  parameters: Record<string, unknown>,
  type: string,
  ...values: unknown[],
]
type Component = [name: string, properties: Property[], components: Component[]]
type Task = { file: string; timeZone: string }

/** @param task.timeZone applies to times with no zone or an unknown one */
export const readIcs = async ({ file, timeZone }: Task): Promise<FoundCalendar> => {
  const parsed = ICAL.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')) as
    | Component
    | Component[]
  const found = (Array.isArray(parsed[0]) ? parsed : [parsed]) as Component[]
  const calendars = found.filter(([name]) => name === 'vcalendar')
  if (calendars.length === 0) throw new Error('no calendar')
  const isOurs = calendars.every((calendar) => textOf(calendar, 'prodid') === PRODUCT)
  const components = calendars.flatMap(([, , components]) => components)
  const zones = createZones(components, timeZone)
  const vevents = components.filter(([name]) => name === 'vevent')

  const byUid = Map.groupBy(vevents, uidOf)
  const events = [...byUid].flatMap(([uid, group]) => {
    const isSingle = (component: Component) => property(component, 'recurrence-id') !== undefined
    const singles = group.filter(isSingle)
    const main = group
      .filter((component) => !isSingle(component))
      .toSorted(bySequence)
      .at(-1)
    if (main) return [seriesOf(uid, main, singles, zones)]
    // Single occurrences of a series to which the person was invited.
    return singles.map((single) => {
      const [, , , id] = property(single, 'recurrence-id')!
      // A time. An index contains it, and other texts may be longer than it allows.
      const time = inOneLine(String(id)).slice(0, MAX_TIME).toWellFormed()
      return seriesOf(`${uid} ${time}`, single, [], zones)
    })
  })
  const unique = new Map(events.map((event) => [event.uid, event]))
  return { events: [...unique.values()], unknownZones: [...zones.unknown].slice(0, 20), isOurs }
}

const property = ([, properties]: Component, name: string) =>
  properties.find(([each]) => each === name)

const textOf = (component: Component, name: string): string => {
  const value = property(component, name)?.[3]
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''
}

const uidOf = (component: Component): string => {
  const uid = inOneLine(textOf(component, 'uid'))
  if (uid !== '' && uid.length <= 500) return uid
  const [, properties] = component
  return createHash('sha256')
    .update(uid || JSON.stringify(properties))
    .digest('hex')
}

const sequenceOf = (component: Component) => Number(property(component, 'sequence')?.[3] ?? 0) || 0
const bySequence = (a: Component, b: Component) => sequenceOf(a) - sequenceOf(b)

type Zones = {
  unknown: Set<string>
  /** Null for times without a zone. */
  of: (property: Property) => string | null
  /** Zone of those times. */
  otherwise: string
}

const createZones = (components: readonly Component[], otherwise: string): Zones => {
  const unknown = new Set<string>()
  const locations = new Map(
    components
      .filter(([name]) => name === 'vtimezone')
      .map((zone) => [textOf(zone, 'tzid'), textOf(zone, 'x-lic-location')]),
  )
  return {
    unknown,
    otherwise,
    of: ([, { tzid }, , value]) => {
      if (String(value).endsWith('Z')) return 'UTC'
      if (typeof tzid !== 'string') return null
      if (tzid.length > 200) return refuse('The time zone is not recognised')
      const known = ianaOf(tzid) ?? ianaOf(locations.get(tzid) ?? '')
      if (known) return known
      unknown.add(inOneLine(tzid))
      return null
    },
  }
}

/** Resolves an IANA name, a path that ends with one, or a Windows name. */
const ianaOf = (tzid: string): string | undefined =>
  [tzid, /[A-Z]\w+\/[\w+-]+(?:\/[\w+-]+)?$/.exec(tzid)?.[0], findIana(tzid)[0]]
    .map((name) => name && canonical(name))
    .find((name) => name !== undefined)

const canonical = (name: string): string | undefined => {
  // An offset, which JavaScript takes for a zone: no program writes one.
  if (/^[+-]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Rejects an event with this reason. */
const refuse = (problem: string): never => {
  throw new Refusal(problem)
}
class Refusal extends Error {}

const seriesOf = (
  uid: string,
  component: Component,
  singles: readonly Component[],
  zones: Zones,
): FoundEvent => {
  const title = titleOf(component)
  const nothing = { uid, title, recurrence: null, exceptions: [] }
  let said: EventDetails | null = null
  try {
    said = saidIn(component, zones)
    if (textOf(component, 'status') === 'CANCELLED') refuse('It was cancelled')
    if (uid.endsWith('@lodestar') && /^(planned|break)-/.test(uid))
      refuse('It’s already in the plan')
    const recurrence = recurrenceIn(component, said)
    const exceptions = recurrence ? exceptionsIn(component, singles, said, zones) : []
    return { uid, title, said, recurrence, exceptions, problem: null }
  } catch (error) {
    const problem = error instanceof Refusal ? error.message : 'The times are not recognised'
    return { ...nothing, said, problem }
  }
}

const titleOf = (component: Component) =>
  inOneLine(textOf(component, 'summary')).slice(0, MAX_TITLE).toWellFormed() || 'Untitled'

const notesOf = (component: Component): string => {
  const place = inOneLine(textOf(component, 'location'))
  // Truncated before the search for markup, which takes quadratic time in the length of the text.
  const words = textOf(component, 'description').slice(0, 4 * MAX_NOTES)
  const plain = /<[a-z][^>]*>/i.test(words) ? withoutMarkup(words) : words
  return [place, plain.trim()].filter(Boolean).join('\n').slice(0, MAX_NOTES).toWellFormed()
}

const withoutMarkup = (html: string): string =>
  decodeHTML(html.replace(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, '\n').replace(/<[^>]*>/g, ''))

const saidIn = (component: Component, zones: Zones): EventDetails => {
  const start = property(component, 'dtstart') ?? refuse('It has no start')
  const all_day = start[2] === 'date'
  const repeats = property(component, 'rrule') !== undefined
  const named = zones.of(start)
  // A single instant in UTC is shown and edited in the reader's zone; a series retains its own zone.
  const time_zone =
    all_day || named === null || (named === 'UTC' && !repeats) ? zones.otherwise : named
  const starts = wallIn(start, { all_day, time_zone }, zones)
  const ends = endIn(component, { all_day, time_zone, starts }, zones)
  if (ends < starts) refuse('It ends before it starts')
  if (wallBetween(starts, ends) > LONGEST_MS) refuse('It lasts more than 60 days')
  if (starts < '2000' || ends >= '2200') refuse('It’s too far from today')
  return { title: titleOf(component), notes: notesOf(component), all_day, starts, ends, time_zone }
}

type Place = { all_day: boolean; time_zone: string }

/** A time of the file as wall time in a zone. */
const wallIn = (found: Property, { all_day, time_zone }: Place, zones: Zones): string => {
  const value = String(found[3])
  const isDay = all_day || found[2] === 'date'
  const wall = isDay ? midnightOf(dayOf(value)) : value.slice(0, 19)
  // Refuses dates such as 30 February.
  if (wallAfter(wall, 0) !== wall) refuse('The times are not recognised')
  const zone = zones.of(found) ?? zones.otherwise
  return isDay || zone === time_zone ? wall : wallAt(instantOf(wall, zone), time_zone)
}

const endIn = (component: Component, place: Place & { starts: string }, zones: Zones): string => {
  const { all_day, starts } = place
  const oneDay = midnightOf(addDays(dayOf(starts), 1))
  const end = property(component, 'dtend')
  const duration = property(component, 'duration')
  const ends = end
    ? wallIn(end, place, zones)
    : duration
      ? wallAfter(starts, ICAL.Duration.fromString(String(duration[3])).toSeconds() * 1000)
      : starts
  if (!all_day) return ends
  return midnightOf(dayOf(ends)) > starts ? midnightOf(dayOf(ends)) : oneDay
}

const OTHERWISE = 'It repeats in a way this calendar doesn’t support'

const recurrenceIn = (component: Component, said: EventDetails): Recurrence | null => {
  const [, properties] = component
  const rules = properties.filter(([name]) => name === 'rrule')
  if (rules.length === 0) {
    return properties.some(([name]) => name === 'rdate') ? refuse(OTHERWISE) : null
  }
  if (rules.length > 1 || properties.some(([name]) => name === 'rdate' || name === 'exrule')) {
    return refuse(OTHERWISE)
  }
  const { until, ...parts } = rules[0]![3] as Record<string, unknown>
  const rule = Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      name.startsWith('by') && !Array.isArray(value) ? [value] : value,
    ]),
  ) as Rule
  const recurrence = recurrenceOf(
    { ...rule, ...(until ? { until: untilIn(String(until), said) } : {}) },
    said.starts,
  )
  if (!recurrence || (recurrence.until && recurrence.until >= '2200')) return refuse(OTHERWISE)
  return recurrence
}

const untilIn = (until: string, { time_zone, all_day }: EventDetails): string => {
  if (!until.includes('T')) return `${until}T23:59:59`
  return until.endsWith('Z') && !all_day ? wallAt(until, time_zone) : until.slice(0, 19)
}

const exceptionsIn = (
  component: Component,
  singles: readonly Component[],
  said: EventDetails,
  zones: Zones,
): Exception[] => {
  const leftOut = component[1]
    .filter(([name]) => name === 'exdate')
    .flatMap(([name, parameters, type, ...values]) =>
      values.map((value): Property => [name, parameters, type, value]),
    )
    .map((each): Exception => ({ occurrence: startOf(each, said, zones), said: null }))
  const others = singles.map((single): Exception => {
    const occurrence = startOf(property(single, 'recurrence-id')!, said, zones)
    const isCancelled = textOf(single, 'status') === 'CANCELLED'
    return { occurrence, said: isCancelled ? null : saidIn(single, zones) }
  })
  const byStart = new Map([...leftOut, ...others].map((each) => [each.occurrence, each]))
  const exceptions = [...byStart.values()]
  if (exceptions.length > MAX_EXCEPTIONS || areTooLong(exceptions)) {
    refuse('Too many events in the series are changed')
  }
  return exceptions.toSorted((a, b) => a.occurrence.localeCompare(b.occurrence))
}

/** A date alone means the occurrence that starts on that day. */
const startOf = (found: Property, said: EventDetails, zones: Zones): string => {
  const wall = wallIn(found, said, zones)
  return found[2] === 'date' && !said.all_day ? dayOf(wall) + said.starts.slice(10) : wall
}
