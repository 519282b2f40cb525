/** What the clock on the wall shows in a time zone. @param timeZone IANA name */
export const localTime = (now: Date, timeZone: string) => {
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
