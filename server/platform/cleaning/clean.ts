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

/** Rewrites a file without its metadata: location, time, author and program. */
export const cleanFile = async ({ contentType, from, to }: CleaningJob): Promise<CleanedFile> => {
  const bytes = await cleanerOf(contentType)(await readFile(from))
  await writeFile(to, bytes, { mode: 0o600 })
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
