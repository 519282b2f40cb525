const figures = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** Two decimals at most, in the reader's locale: "3,637", "0.48". */
export const number = (value: number): string => figures.format(value)
