import type { UploadedFile } from '#contract/files'
import { client } from '#web/api'

const files = client(async () => (await import('#contract/files')).files)

export const fileUrl = (id: string): string => `/api/files/${encodeURIComponent(id)}`

/** "1.4 MB", in the reader's locale. */
export const size = (bytes: number): string => {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

/** Sends one file; `onProgress` hears the share that has left, 0 to 1. */
export const uploadFile = (
  file: File,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadedFile> => {
  const form = new FormData()
  form.set('file', file, file.name)
  return files.uploadFile({ form }, options)
}
