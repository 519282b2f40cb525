import ICAL from 'ical.js'
import { tzlib_get_ical_block } from 'timezones-ical-library'

import {
  type Component,
  instantProperty as instant,
  type Property,
  textProperty as text,
  writeIcalendar,
} from '#platform/icalendar'
import { addDays } from '#rules/plan'
import { ruleOf } from '#rules/recurrence'
import { instantOf } from '#rules/time-zones'
import { dayOf } from '#rules/wall-time'

import { detailsByRule, type EventDetails } from './occurrences.ts'
import type { FeedRow } from './queries.ts'

/** An event as it appears in a feed. */
export type FeedEvent = Omit<FeedRow, 'id' | 'owner_id' | 'learner_id' | 'reminder'>

/** First and last day, inclusive. */
export type PlannedDay = { uid: string; title: string; from: string; to: string }

/** Suggested polling interval; some programs poll once a day regardless. */
const REFRESH = 'PT1H'

/**
 * Formats a calendar feed. It contains only titles and times, because everyone with the link can read it.
 * @param planned all-day entries that block no time
 * @param madeAt instant of the link's creation
 */
export const writeCalendar = (
  name: string,
  events: readonly FeedEvent[],
  planned: readonly PlannedDay[],
  madeAt: string,
): string =>
  writeIcalendar(
    'PUBLISH',
    [
      ['x-wr-calname', {}, 'unknown', name.replace(/[\\;,]/g, '\\$&')],
      ['refresh-interval', {}, 'duration', REFRESH],
      ['x-published-ttl', {}, 'unknown', REFRESH],
    ],
    [
      ...zonesOf(events).map(zoneComponent),
      ...events.flatMap(componentsOf),
      ...planned.map((each) => plannedComponent(each, madeAt)),
    ],
  )

const zonesOf = (events: readonly FeedEvent[]): string[] => {
  const said = events.flatMap((event) => [
    event,
    ...event.exceptions.flatMap(({ said }) => said ?? []),
  ])
  const timed = said.filter(({ all_day, time_zone }) => !all_day && time_zone !== 'UTC')
  return [...new Set(timed.map(({ time_zone }) => time_zone))].toSorted()
}

const zones = new Map<string, Component>()

/** Rules of a zone under the name that the events use, which may be an alias. */
const zoneComponent = (timeZone: string): Component => {
  const known = zones.get(timeZone)
  if (known) return known
  const [block = ''] = tzlib_get_ical_block(timeZone)
  const [name, properties, parts] = ICAL.parse(block) as Component
  const rest = properties.filter(([name]) => name !== 'tzid')
  const component: Component = [name, [text('tzid', timeZone), ...rest], parts]
  zones.set(timeZone, component)
  return component
}

/** A series and its changed occurrences. */
const componentsOf = (event: FeedEvent): Component[] => {
  const { recurrence, starts, exceptions } = event
  const common: Property[] = [
    text('uid', event.uid),
    instant('dtstamp', event.changed_at),
    instant('created', event.created_at),
    instant('last-modified', event.changed_at),
    ['sequence', {}, 'integer', event.sequence],
    text('status', event.removed_at ? 'CANCELLED' : 'CONFIRMED'),
  ]
  const component = (said: EventDetails, ...more: Property[]): Component => [
    'vevent',
    [
      ...common,
      ...more,
      text('summary', said.title),
      at('dtstart', said, said.starts),
      at('dtend', said, said.ends),
    ],
    [],
  ]
  if (!recurrence) return [component(event)]
  const leftOut = exceptions.filter(({ said }) => !said)
  const rule: Property[] = [
    ['rrule', {}, 'recur', ruleIn(event)],
    ...leftOut.map(({ occurrence }) => at('exdate', event, occurrence)),
  ]
  const others = exceptions.flatMap(({ occurrence, said }) =>
    said ? [component(said, at('recurrence-id', event, occurrence))] : [],
  )
  return [component(detailsByRule(event, starts), ...rule), ...others]
}

/** `until` of a timed event is in UTC even if the event has a time zone; for all-day events it is a day. */
const ruleIn = ({ recurrence, starts, all_day, time_zone }: FeedEvent) => {
  const { until, ...rule } = ruleOf(recurrence!, starts)
  if (!until) return rule
  return {
    ...rule,
    until: all_day ? dayOf(until) : instantOf(until, time_zone).replace('.000', ''),
  }
}

const at = (name: string, { all_day, time_zone }: EventDetails, wall: string): Property => {
  if (all_day) return [name, {}, 'date', dayOf(wall)]
  return time_zone === 'UTC'
    ? [name, {}, 'date-time', `${wall}Z`]
    : [name, { tzid: time_zone }, 'date-time', wall]
}

const plannedComponent = ({ uid, title, from, to }: PlannedDay, madeAt: string): Component => [
  'vevent',
  [
    text('uid', uid),
    instant('dtstamp', madeAt),
    text('summary', title),
    ['dtstart', {}, 'date', from],
    ['dtend', {}, 'date', addDays(to, 1)],
    text('transp', 'TRANSPARENT'),
  ],
  [],
]
