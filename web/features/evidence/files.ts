import type { UploadedFile } from '#contract/files'
import { filePath } from '#contract/paths'
import { RESUMABLE_ABOVE } from '#rules/uploads'
import { client, apiUrl } from '#web/api'
import { numberFormat } from '#web/format'

const files = client('files')

/** @param key grants access through a link instead of a session */
export const fileUrl = (id: string, key?: string): string =>
  apiUrl(`${filePath(id)}${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`)

/** "1.4 MB", in the reader's locale. */
export const size = (bytes: number): string => {
  const [value, unit] =
    bytes < 1000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1000, 'kilobyte']
        : [bytes / 1_000_000, 'megabyte']
  return numberFormat(undefined, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

type UploadOptions = {
  /** The same for every attempt of one upload. */
  idempotencyKey: string
  signal: AbortSignal
  /** Called with the share sent so far, 0 to 1. */
  onProgress: (share: number) => void
}

/** Concurrent uploads. The server refuses more than thirty per person. */
const MAX_AT_ONCE = 4
const waiting: (() => void)[] = []
let running = 0

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < MAX_AT_ONCE) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Uploads a file when a slot is free. Large files are uploaded in parts, and a retry with the same key resumes. */
export const uploadFile = (file: File, options: UploadOptions): Promise<UploadedFile> =>
  inTurn(() => send(file, options))

const send = async (file: File, options: UploadOptions): Promise<UploadedFile> => {
  options.signal.throwIfAborted()
  if (file.size > RESUMABLE_ABOVE) return uploadInParts(file, options)
  const form = new FormData()
  form.set('file', file, file.name)
  return files.uploadFile({ form }, options)
}

const uploadInParts = async (file: File, options: UploadOptions): Promise<UploadedFile> => {
  const { inParts } = await import('./in-parts.ts')
  const { signal } = options
  const upload = inParts(file, options)
  await files.startResumable({}, { signal, carrier: upload.carrier })
  const stored = await files.showUpload({ params: { id: upload.id() } }, { signal })
  upload.forget()
  return stored
}
