import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import { cleanMedia } from './clean-media.ts'
import { cleanOffice } from './clean-office.ts'
import { cleanPdf } from './clean-pdf.ts'

export type CleaningJob = { contentType: string; from: string; to: string }
export type CleanedFile = { size: number; sha256: string }

const cleanerOf = (contentType: string) => {
  if (contentType === 'application/pdf') return cleanPdf
  if (/^(?:audio|video)\//.test(contentType)) return cleanMedia
  if (contentType.startsWith('application/vnd.o')) return cleanOffice
  throw new Error(`nothing cleans ${contentType}`)
}

/** Writes a file again without what it says besides its content: where, when, by whom and with what it was made. */
export const cleanFile = async ({ contentType, from, to }: CleaningJob): Promise<CleanedFile> => {
  const bytes = await cleanerOf(contentType)(await readFile(from))
  await writeFile(to, bytes, { mode: 0o600 })
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
