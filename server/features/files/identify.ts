import { readFile } from 'node:fs/promises'

import { fileTypeFromFile } from 'file-type'

import { DOCUMENTS_AND_MEDIA, PICTURES } from './accepted-types.ts'
import { isPlainText } from './plain-text.ts'

export const TEXT = 'text'

/**
 * Detects a file's type by content; returns `TEXT` for plain text and null for unsupported files. Runs in the decoding process.
 */
export const identify = async (file: string): Promise<string | null> => {
  const type = (await fileTypeFromFile(file))?.mime ?? ''
  if (PICTURES[type] || DOCUMENTS_AND_MEDIA[type]) return type
  // Text can match a signature by chance: "BMI" begins like a bitmap.
  return isPlainText(await readFile(file)) ? TEXT : null
}
