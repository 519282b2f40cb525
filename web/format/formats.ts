/**
 * Keeps what it has created. Creating a format takes a slow phone several milliseconds, longer than a hundred uses of it, and lists
 * of messages or events format two dates in every row.
 */
const kept = <Options, Format>(
  create: (locale: string | undefined, options: Options) => Format,
) => {
  const formats = new Map<string, Format>()
  return (locale: string | undefined, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const format = formats.get(key) ?? create(locale, options)
    formats.set(key, format)
    return format
  }
}

/** Format of dates and times. @param locale undefined for the reader's */
export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** Format of numbers. @param locale undefined for the reader's */
export const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
