import { invalid } from '#platform/http'
import { isStorableText } from '#rules/text/storable'

import type { AcceptedType } from './accepted-types.ts'

const MAX_LENGTH = 150
/** Characters read from a name; a longer one is truncated before its extension. */
const MAX_READ = 500

// Control characters, and marks that disguise a name.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Refuses characters that cannot be stored; strips folders and invisible characters. */
export const readableName = (given: string): string => {
  if (!isStorableText(given)) {
    throw invalid('The name of this file contains characters that cannot be stored.')
  }
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  return shortened(last.replace(UNSEEN, '').trim()).normalize('NFC').trim()
}

const shortened = (name: string): string =>
  name.length <= MAX_READ
    ? name
    : `${name.slice(0, MAX_READ - 20)}${name.slice(-20)}`.toWellFormed()

export const endingOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1] ?? ''

/** Name of the file for downloads. Its extension matches its type, so that no program misinterprets it. */
export const nameFor = (name: string, type: AcceptedType, isConverted: boolean): string => {
  const [usual = ''] = type.endings
  const ending = endingOf(name)
  const fits = type.endings.includes(ending.toLowerCase())
  const stem = fits || isConverted ? name.slice(0, ending ? -ending.length - 1 : undefined) : name
  const shown = stem.replace(/^[\s.]+|[\s.]+$/g, '').slice(0, MAX_LENGTH) || 'file'
  return `${shown.toWellFormed()}.${fits && !isConverted ? ending : usual}`
}
