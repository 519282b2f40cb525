import { readRecordCode } from '#rules/text/record-code'

import { extractFromPng, isPng } from './bake.ts'
import { inChecking } from './checking.ts'

/** A submission for verification, classified. */
export type Submitted =
  | { kind: 'code'; code: string }
  | { kind: 'token'; token: string }
  | { kind: 'document'; document: Record<string, unknown> }
  | { kind: 'nothing'; because: string }

const TOKEN = /^[\w-]+\.[\w-]*\.[\w-]*$/
const ENVELOPED = /^data:application\/(?:vc\+)?jwt,/

const nothing = (because: string): Submitted => ({ kind: 'nothing', because })

/** Reads a token, a credential as JSON, a code, or one of our URLs. Other URLs are rejected: nothing is ever fetched. */
export const readText = (given: string, base: string): Submitted => {
  const text = given.replace(/^\uFEFF/, '').trim()
  if (text === '') return nothing('It is empty.')
  const code = readRecordCode(text) ?? codeInAddress(text, base)
  if (code) return { kind: 'code', code }
  if (TOKEN.test(text)) return { kind: 'token', token: text }
  if (text.startsWith('{')) return readDocument(text)
  if (/^https?:\/\//i.test(text))
    return nothing('This address does not lead to one of our records.')
  return nothing('It is neither a code nor a credential.')
}

const OWN_PATH = /^\/(?:verify|api\/credentials|api\/verify)\/([^/]+)(?:\/[\w.]+)?\/?$/

const codeInAddress = (text: string, base: string): string | undefined => {
  if (text.length > 500 || !URL.canParse(text)) return undefined
  const { origin, pathname } = new URL(text)
  if (origin !== new URL(base).origin) return undefined
  const [, code = ''] = OWN_PATH.exec(pathname) ?? []
  return readRecordCode(code)
}

const readDocument = (text: string): Submitted => {
  const document = parseStrictly(text)
  if (!document) return nothing('It is not well-formed JSON.')
  const { id, type } = document
  // Verifiable Credentials 2.0 §4.12: a token in a JSON envelope.
  const isEnvelope = [type].flat().includes('EnvelopedVerifiableCredential')
  if (isEnvelope && typeof id === 'string' && ENVELOPED.test(id)) {
    return { kind: 'token', token: id.replace(ENVELOPED, '') }
  }
  return { kind: 'document', document }
}

const extractFromSvg = inChecking<string, string[]>(
  new URL('./bake.ts', import.meta.url),
  'extractFromSvg',
)

/** Reads a file: an image with an embedded credential, or a credential as text. @param asker fairness key */
export const readFile = async (bytes: Buffer, base: string, asker: string): Promise<Submitted> => {
  if (isPng(bytes)) return readHeld(extractFromPng(bytes), base)
  const text = bytes.toString('utf8')
  if (!/^\uFEFF?\s*</.test(text)) return readText(text, base)
  const texts = await extractFromSvg(text.replace(/^\uFEFF/, ''), asker)
  return texts ? readHeld(texts, base) : nothing('The image is not a well-formed SVG.')
}

/** An image must contain exactly one credential: of two, readers would show different ones. A lookup code is not a credential. */
const readHeld = (texts: readonly string[], base: string): Submitted => {
  const [text, ...others] = texts
  if (others.length > 0) return nothing('The image contains more than one credential.')
  const read = readText(text ?? '', base)
  return read.kind === 'code' || read.kind === 'nothing'
    ? nothing('The image contains no credential.')
    : read
}

const MAX_DEPTH = 40
/** Values plus commas inside texts: about 400 credentials in a record. Larger input would block others while it is parsed. */
const MAX_VALUES = 30_000
/** A JSON string, with the colon that makes it a property name. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g

const VALUE_BEGINS = /[,[{]/g

const holdsTooMuch = (text: string): boolean =>
  text.matchAll(VALUE_BEGINS).drop(MAX_VALUES).next().done === false

/** Parses a JSON object; undefined for anything else, for duplicate names, and for excessive size or nesting. */
export const parseStrictly = (text: string): Record<string, unknown> | undefined => {
  try {
    if (holdsTooMuch(text)) return undefined
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    // Parsers disagree on which of two duplicate names counts, so such a document is ambiguous.
    const names = text.matchAll(STRING).filter(([, colon]) => colon !== undefined)
    const written = names.reduce((count) => count + 1, 0)
    return countNames(value, 0) === written ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const countNames = (value: unknown, depth: number): number => {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  const inside = Object.values(value).reduce(
    (sum: number, part) => sum + countNames(part, depth + 1),
    0,
  )
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length)
}
