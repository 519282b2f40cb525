import { ExpressionError } from './expression.ts'

/** Texts that one pattern can stand for. */
export const MAX_TEXTS = 256
/** Nested groups. */
const MAX_NESTED = 8

/**
 * Lists the texts of a pattern: `(a|one) [big] house` stands for four. Both signs may be nested. There are no repetitions, so that
 * no answer can be slow to compare.
 * @throws ExpressionError
 */
export const expandPattern = (pattern: string): string[] => {
  let at = 0
  const joined = (heads: readonly string[], tails: readonly string[]) => {
    if (heads.length * tails.length > MAX_TEXTS) {
      throw new ExpressionError(`“${pattern}” stands for more than ${MAX_TEXTS} texts`)
    }
    return heads.flatMap((head) => tails.map((tail) => head + tail))
  }
  const alternatives = (end: string, depth: number): string[] => {
    if (depth > MAX_NESTED) throw new ExpressionError(`“${pattern}” is nested too deeply`)
    const all: string[] = []
    let current = ['']
    for (; at < pattern.length && pattern[at] !== end; at += 1) {
      const sign = pattern[at]!
      if (sign === '|' && end !== '') {
        all.push(...current)
        current = ['']
      } else if (sign === '(' || sign === '[') {
        at += 1
        const inner = alternatives(sign === '(' ? ')' : ']', depth + 1)
        current = joined(current, sign === '(' ? inner : [...inner, ''])
      } else {
        current = joined(current, [sign])
      }
    }
    if (end !== '' && at >= pattern.length) {
      throw new ExpressionError(`“${pattern}” has a bracket that stays open`)
    }
    const texts = [...all, ...current]
    if (texts.length > MAX_TEXTS) throw new ExpressionError(`“${pattern}” is too long`)
    return texts
  }
  return alternatives('', 0)
}

/** Without case, extra spaces and punctuation at the ends. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:!?¿¡"“”«»]+/, '')
    .replace(/[\s.,;:!?¿¡"“”«»]{1,20}$/, '')

export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
