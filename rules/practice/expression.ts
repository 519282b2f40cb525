// Expressions of exercises: `h * t / s`, `round(sqrt(a^2 + b^2), 1)`, `n > 3 and n != m`. Angles are in degrees. There is no way to
// call anything but the functions below, and no loop: an expression costs as much as it is long.

export type Value = number | string
export type Values = Readonly<Record<string, Value>>
/** Computes the value of a parsed expression. @throws ExpressionError for an unknown name or a text used as a number */
export type Compute = (values: Values) => Value

/** An expression or a text with expressions that cannot be read or computed; the message is for its author. */
export class ExpressionError extends Error {}

/** Characters of an expression; bounds its cost and its depth. */
export const MAX_EXPRESSION = 200

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|==|!=|[-+*/^(),<>]))/y

const DEGREE = Math.PI / 180

const rounded = (value: number, decimals = 0): number => {
  const factor = 10 ** decimals
  // The sum hides the error of binary fractions: 1.005 rounds to 1.01.
  return (Math.sign(value) * Math.round(Math.abs(value) * factor + 1e-9)) / factor
}

const gcd = (a: number, b: number): number => {
  let [x, y] = [Math.abs(Math.round(a)), Math.abs(Math.round(b))]
  while (y > 0) [x, y] = [y, x % y]
  return x
}

const FUNCTIONS: Record<string, { from: number; to: number; of: (...values: number[]) => number }> =
  {
    sqrt: { from: 1, to: 1, of: Math.sqrt },
    abs: { from: 1, to: 1, of: Math.abs },
    round: { from: 1, to: 2, of: rounded },
    floor: { from: 1, to: 1, of: Math.floor },
    ceil: { from: 1, to: 1, of: Math.ceil },
    min: { from: 2, to: 8, of: Math.min },
    max: { from: 2, to: 8, of: Math.max },
    mod: { from: 2, to: 2, of: (a, b) => a - b * Math.floor(a / b) },
    gcd: { from: 2, to: 2, of: gcd },
    sin: { from: 1, to: 1, of: (angle) => Math.sin(angle * DEGREE) },
    cos: { from: 1, to: 1, of: (angle) => Math.cos(angle * DEGREE) },
    tan: { from: 1, to: 1, of: (angle) => Math.tan(angle * DEGREE) },
    asin: { from: 1, to: 1, of: (value) => Math.asin(value) / DEGREE },
    acos: { from: 1, to: 1, of: (value) => Math.acos(value) / DEGREE },
    atan: { from: 1, to: 1, of: (value) => Math.atan(value) / DEGREE },
    log: { from: 1, to: 1, of: Math.log10 },
    ln: { from: 1, to: 1, of: Math.log },
    exp: { from: 1, to: 1, of: Math.exp },
    if: { from: 3, to: 3, of: (condition, yes, no) => (condition === 0 ? no! : yes!) },
  }

const CONSTANTS: Values = { pi: Math.PI, e: Math.E }

/** Names that a variable cannot have. */
export const isReserved = (name: string): boolean =>
  Object.hasOwn(FUNCTIONS, name) || Object.hasOwn(CONSTANTS, name) || /^(and|or)$/.test(name)

const toNumber = (value: Value): number => {
  if (typeof value === 'number') return value
  throw new ExpressionError(`“${value}” is not a number`)
}

type Operator = (left: Value, right: Value) => number

const numeric =
  (of: (left: number, right: number) => number): Operator =>
  (left, right) =>
    of(toNumber(left), toNumber(right))

/** Equal but for the error of binary fractions. */
export const isSame = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

const same: Operator = (left, right) =>
  Number(
    typeof left === 'number' && typeof right === 'number' ? isSame(left, right) : left === right,
  )

/** From the loosest to the tightest. */
const LEVELS: Record<string, Operator>[] = [
  { or: numeric((a, b) => Number(a !== 0 || b !== 0)) },
  { and: numeric((a, b) => Number(a !== 0 && b !== 0)) },
  {
    '==': same,
    '!=': (left, right) => 1 - same(left, right),
    '<': numeric((a, b) => Number(a < b)),
    '>': numeric((a, b) => Number(a > b)),
    '<=': numeric((a, b) => Number(a <= b)),
    '>=': numeric((a, b) => Number(a >= b)),
  },
  { '+': numeric((a, b) => a + b), '-': numeric((a, b) => a - b) },
  { '*': numeric((a, b) => a * b), '/': numeric((a, b) => a / b) },
]

const tokensOf = (text: string): string[] => {
  if (text.length > MAX_EXPRESSION) {
    throw new ExpressionError(`longer than ${MAX_EXPRESSION} characters`)
  }
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex
    const [, number, name, sign] = TOKEN.exec(trimmed) ?? []
    const token = number ?? name ?? sign
    if (token === undefined) {
      throw new ExpressionError(`“${trimmed.slice(at, at + 10)}” in “${text}” cannot be read`)
    }
    tokens.push(token)
  }
  return tokens
}

class Parser {
  private readonly tokens: string[]
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
    this.tokens = tokensOf(text)
  }

  parse(): Compute {
    const compute = this.level(0)
    if (this.at < this.tokens.length) this.fail()
    return compute
  }

  private fail(): never {
    const token = this.tokens[this.at]
    throw new ExpressionError(
      token === undefined
        ? `“${this.text}” is incomplete`
        : `“${token}” in “${this.text}” is unexpected`,
    )
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false
    this.at += 1
    return true
  }

  private expect(token: string): void {
    if (!this.take(token)) this.fail()
  }

  private level(index: number): Compute {
    const operators = LEVELS[index]
    if (!operators) return this.power()
    let left = this.level(index + 1)
    for (;;) {
      const token = this.tokens[this.at] ?? ''
      if (!Object.hasOwn(operators, token)) return left
      this.at += 1
      const [first, operator, second] = [left, operators[token]!, this.level(index + 1)]
      left = (values) => operator(first(values), second(values))
    }
  }

  private power(): Compute {
    if (this.take('-')) {
      const operand = this.power()
      return (values) => -toNumber(operand(values))
    }
    const base = this.atom()
    if (!this.take('^')) return base
    const exponent = this.power()
    return (values) => toNumber(base(values)) ** toNumber(exponent(values))
  }

  private atom(): Compute {
    if (this.take('(')) {
      const inner = this.level(0)
      this.expect(')')
      return inner
    }
    const token = this.tokens[this.at] ?? ''
    if (/^\d/.test(token)) {
      this.at += 1
      return () => Number(token)
    }
    if (!/^[A-Za-z_]/.test(token)) this.fail()
    this.at += 1
    return this.take('(') ? this.call(token) : named(token)
  }

  private call(name: string): Compute {
    const called = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!called) throw new ExpressionError(`there is no function “${name}”`)
    const inputs = [this.level(0)]
    while (this.take(',')) inputs.push(this.level(0))
    this.expect(')')
    if (inputs.length < called.from || inputs.length > called.to) {
      throw new ExpressionError(`“${name}” takes another number of values`)
    }
    return (values) => called.of(...inputs.map((input) => toNumber(input(values))))
  }
}

const named =
  (name: string): Compute =>
  (values) => {
    if (Object.hasOwn(values, name)) return values[name]!
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name]!
    throw new ExpressionError(`“${name}” is not a variable`)
  }

// A question computes the same few expressions at each draw.
const parsed = new Map<string, Compute>()
const MAX_PARSED = 1000

/** @throws ExpressionError if it cannot be read */
const parseExpression = (text: string): Compute => {
  const known = parsed.get(text)
  if (known) return known
  const compute = new Parser(text).parse()
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(text, compute)
  return compute
}

export const computeValue = (text: string | number, values: Values): Value =>
  parseExpression(String(text))(values)

/** @throws ExpressionError if it cannot be read, or has no finite value */
export const computeNumber = (text: string | number, values: Values): number => {
  const value = toNumber(computeValue(text, values))
  if (!Number.isFinite(value)) throw new ExpressionError(`“${text}” has no finite value`)
  return value
}
