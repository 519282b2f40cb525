// What a spreadsheet program would run as a formula, once a file was saved and opened again too. An apostrophe before it goes
// when the file is saved; a space stays (tried with LibreOffice).
const FORMULA = /^[=+\-@\t\r\n|＝＋－＠]/
const NUMBER = /^-?\d+([.,]\d+)?$/

/** A cell that stays text in every spreadsheet. Numbers, negative ones too, stay numbers. */
export const safeCell = (value: string): string =>
  FORMULA.test(value) && !NUMBER.test(value) ? ` ${value}` : value
