let known: string | undefined

const readTimeZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
}

/** The browser's time zone (IANA name), or UTC if its name is not standard. Read once: listing all names takes a slow phone long. */
export const ownTimeZone = (): string => (known ??= readTimeZone())
