import { computeValue, ExpressionError, type Value, type Values } from './expression.ts'

/** Decimals with which a variable is written, if its range has some. */
export type Decimals = Readonly<Record<string, number>>

const MATH = /\$[^$\n]+\$/g

/** At most ten significant digits: hides the error of binary fractions. */
const plain = (value: number): string => {
  const short = Number(value.toPrecision(10))
  return Math.abs(short) < 1e15 && (Math.abs(short) >= 1e-6 || short === 0)
    ? short.toFixed(12).replace(/\.?0+$/, '')
    : String(short)
}

/** Formats: decimals (`:2`), with its sign (`:+`), as the coefficient of a variable (`:x`, which hides 1). */
const FORMATS: Record<string, (value: number) => string> = {
  '+': (value) => (value < 0 ? `- ${plain(-value)}` : `+ ${plain(value)}`),
  x: (value) => (value === 1 ? '' : value === -1 ? '-' : plain(value)),
}

export const formatValue = (value: Value, format?: string | number): string => {
  if (typeof value === 'string') return value
  if (!Number.isFinite(value)) throw new ExpressionError('has no finite value')
  if (format === undefined) return plain(value)
  if (/^\d$/.test(String(format))) return value.toFixed(Number(format)).replace(/^-(0\.?0*)$/, '$1')
  const formatted = FORMATS[format]
  if (!formatted) throw new ExpressionError(`there is no format “${format}”`)
  return formatted(value)
}

/** End of the parenthesis that opens at `from`; -1 if it stays open. */
const closing = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y

/**
 * Writes values into a text: `@name`, `@(expression)`, `@(expression:format)`; `@@` is the sign itself.
 * @throws ExpressionError
 */
export const fillTemplate = (text: string, values: Values, decimals: Decimals = {}): string => {
  let filled = ''
  let at = 0
  for (;;) {
    const sign = text.indexOf('@', at)
    if (sign < 0) return withMinus(filled + text.slice(at))
    filled += text.slice(at, sign)
    const { value, end } = valueAt(text, sign + 1, values, decimals)
    filled += value
    at = end
  }
}

const valueAt = (text: string, at: number, values: Values, decimals: Decimals) => {
  if (text[at] === '@') return { value: '@', end: at + 1 }
  if (text[at] === '(') {
    const end = closing(text, at)
    const [expression = '', format] = text.slice(at + 1, end).split(':')
    if (end < 0) throw new ExpressionError('a parenthesis after @ stays open')
    return { value: formatValue(computeValue(expression, values), format?.trim()), end: end + 1 }
  }
  NAME.lastIndex = at
  const name = NAME.exec(text)?.[0]
  if (name === undefined) throw new ExpressionError('no name follows @; write @@ for the sign')
  return { value: formatValue(computeValue(name, values), decimals[name]), end: at + name.length }
}

/** Negative numbers outside math get a minus sign instead of a hyphen. */
const withMinus = (text: string): string => {
  const pieces: string[] = []
  let at = 0
  for (const math of text.matchAll(MATH)) {
    pieces.push(minus(text.slice(at, math.index)), math[0])
    at = math.index + math[0].length
  }
  return [...pieces, minus(text.slice(at))].join('')
}

const minus = (text: string): string => text.replace(/(^|[\s(=])-(?=\d)/g, '$1−')
