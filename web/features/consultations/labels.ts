import { cityOf } from '#web/form'
import { dateFormat, dayIn } from '#web/format'

/** "Monday, 23 November 2026" */
export const dayInFull = (day: string): string =>
  dateFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** "10:30", in the reader's locale. */
export const timeIn = (instant: string, timeZone: string): string =>
  dateFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant))

/** "Monday, 23 November 2026 at 10:30" */
export const dateTimeIn = (instant: string, timeZone: string): string =>
  dateFormat(undefined, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )

/** Local time of the teacher: "19:30 in Berlin", with the weekday if it differs. */
export const hostsTime = (instant: string, hostZone: string, timeZone: string): string => {
  const isOtherDay = dayIn(instant, hostZone) !== dayIn(instant, timeZone)
  const weekday = dateFormat(undefined, { weekday: 'short', timeZone: hostZone })
  const day = isOtherDay ? `${weekday.format(new Date(instant))} ` : ''
  return `${day}${timeIn(instant, hostZone)} in ${cityOf(hostZone)}`
}
