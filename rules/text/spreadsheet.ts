// Content that a spreadsheet program would run as a formula, even after the file is saved and reopened. Saving drops a leading
// apostrophe but keeps a space (tested with LibreOffice).
const FORMULA = /^[=+\-@\t\r\n|＝＋－＠]/
const NUMBER = /^-?\d+([.,]\d+)?$/

/** Makes a cell text in every spreadsheet. Numbers, including negative ones, stay numbers. */
export const safeCell = (value: string): string =>
  FORMULA.test(value) && !NUMBER.test(value) ? ` ${value}` : value
