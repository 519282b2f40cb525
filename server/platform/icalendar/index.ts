import ICAL from 'ical.js'

// iCalendar (RFC 5545) from jCal (RFC 7265), its form in JSON: [name, parameters, type, value]. ical.js escapes and folds.

export type Property = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  ...values: unknown[],
]
export type Component = [name: string, properties: Property[], components: Component[]]

/** Known by it, a file of ours is imported again without losing what feeds leave out. */
export const PRODUCT = '-//Lodestar//Calendar//EN'

export const textProperty = (name: string, value: string): Property => [name, {}, 'text', value]

/** @param value ISO 8601 in UTC */
export const instantProperty = (name: string, value: string): Property => [
  name,
  {},
  'date-time',
  `${value.slice(0, 19)}Z`,
]

/** The whole of a file. @param method PUBLISH for who subscribes; REQUEST and CANCEL for who is invited (RFC 5546) */
export const writeIcalendar = (
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL',
  properties: Property[],
  components: Component[],
): string =>
  `${ICAL.stringify([
    'vcalendar',
    [
      textProperty('version', '2.0'),
      textProperty('prodid', PRODUCT),
      textProperty('calscale', 'GREGORIAN'),
      textProperty('method', method),
      ...properties,
    ],
    components,
  ] satisfies Component)}\r\n`
