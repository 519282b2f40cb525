import { addDays } from './plan.ts'

/** The hour of Sunday, where the reader is, at which the week is told. */
const HOUR = 17
/** Until this hour of Monday a letter that could not go out in time still goes. */
const LATEST_HOUR = 12

/**
 * The Sunday (YYYY-MM-DD) whose letter is due in a time zone now; undefined when none is.
 * @param timeZone IANA name
 */
export const letterDue = (now: Date, timeZone: string): string | undefined => {
  const { day, weekday, hour } = localTime(now, timeZone)
  if (weekday === 'Sun' && hour >= HOUR) return day
  if (weekday === 'Mon' && hour < LATEST_HOUR) return addDays(day, -1)
  return undefined
}

const localTime = (now: Date, timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  const part = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, value]),
  ) as Record<'weekday' | 'year' | 'month' | 'day' | 'hour', string>
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    weekday: part.weekday,
    hour: Number(part.hour),
  }
}
