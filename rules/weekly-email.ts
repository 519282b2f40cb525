import { localTime } from './local-time.ts'
import { addDays } from './plan.ts'

/** The hour of Sunday, where the reader is, at which the week is told. */
const HOUR = 17
/** Until this hour of Monday a letter that could not go out in time still goes. */
const LATEST_HOUR = 12

/**
 * The Sunday (YYYY-MM-DD) whose letter is due in a time zone now; undefined when none is.
 * @param timeZone IANA name
 */
export const weeklyEmailDue = (now: Date, timeZone: string): string | undefined => {
  const { day, weekday, hour } = localTime(now, timeZone)
  if (weekday === 'Sun' && hour >= HOUR) return day
  if (weekday === 'Mon' && hour < LATEST_HOUR) return addDays(day, -1)
  return undefined
}
