/** Most people of a site share a few time zones. */
const KEPT_FORMATS = 50
const formats = new Map<string, Intl.DateTimeFormat>()

/** Keeps formats: creating one takes a hundred times as long as using it, and lists ask for the day of each row. */
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const kept = formats.get(timeZone)
  if (kept) return kept
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  if (formats.size === KEPT_FORMATS) formats.clear()
  formats.set(timeZone, format)
  return format
}

/** Wall time in a time zone. @param timeZone IANA name */
export const localTime = (now: Date, timeZone: string) => {
  const part = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  ) as Record<'weekday' | 'year' | 'month' | 'day' | 'hour', string>
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    weekday: part.weekday,
    hour: Number(part.hour),
  }
}

/** First and last day of a day's month, as YYYY-MM-DD. */
export const monthOf = (day: string): { from: string; to: string } => {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { from: `${day.slice(0, 7)}-01`, to: `${day.slice(0, 7)}-${last}` }
}
