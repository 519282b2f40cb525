import { readFile } from 'node:fs/promises'

import { fileTypeFromFile } from 'file-type'

import { DOCUMENTS_AND_MEDIA, PICTURES } from './accepted-types.ts'
import { isPlainText } from './plain-text.ts'

export const TEXT = 'text'

/** The type of a file by its content, `TEXT`, or null for everything that is not accepted. Runs in the decoding process. */
export const identify = async (file: string): Promise<string | null> => {
  const type = (await fileTypeFromFile(file))?.mime ?? ''
  if (PICTURES[type] || DOCUMENTS_AND_MEDIA[type]) return type
  // Words can look like a format by chance: "BMI" begins as a bitmap does.
  return isPlainText(await readFile(file)) ? TEXT : null
}
