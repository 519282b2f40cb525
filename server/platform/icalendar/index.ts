import ICAL from 'ical.js'

// iCalendar (RFC 5545) from jCal (RFC 7265), its JSON form: [name, parameters, type, value]. ical.js escapes and folds.

export type Property = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  ...values: unknown[],
]
export type Component = [name: string, properties: Property[], components: Component[]]

/** Identifies our own files, so that a re-import does not lose fields that feeds omit. */
export const PRODUCT = '-//Lodestar//Calendar//EN'

export const textProperty = (name: string, value: string): Property => [name, {}, 'text', value]

/** @param value ISO 8601 in UTC */
export const instantProperty = (name: string, value: string): Property => [
  name,
  {},
  'date-time',
  `${value.slice(0, 19)}Z`,
]

/** Formats a complete file. @param method PUBLISH for subscriptions; REQUEST and CANCEL for invitations (RFC 5546) */
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
