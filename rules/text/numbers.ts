const figures = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** At most two decimals, in the reader's locale: "3,637", "0.48". */
export const number = (value: number): string => figures.format(value)

const GIB = 2 ** 30

/** With a suitable unit: “1.5 GB”, “12 MB”, “3 kB”. */
export const bytes = (count: number): string => {
  const [unit, size] =
    count >= GIB
      ? (['gigabyte', GIB] as const)
      : count >= 2 ** 20
        ? (['megabyte', 2 ** 20] as const)
        : (['kilobyte', 2 ** 10] as const)
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(count / size)
}
