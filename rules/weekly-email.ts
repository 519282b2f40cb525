import { localTime } from './local-time.ts'
import { addDays } from './plan.ts'

/** Local hour on Sunday at which the weekly email is sent. */
const HOUR = 17
/** Hour on Monday until which a delayed email is still sent. */
const LATEST_HOUR = 12

/**
 * Sunday (YYYY-MM-DD) of the weekly email that is due in a time zone; undefined if none is.
 * @param timeZone IANA name
 */
export const weeklyEmailDue = (now: Date, timeZone: string): string | undefined => {
  const { day, weekday, hour } = localTime(now, timeZone)
  if (weekday === 'Sun' && hour >= HOUR) return day
  if (weekday === 'Mon' && hour < LATEST_HOUR) return addDays(day, -1)
  return undefined
}
