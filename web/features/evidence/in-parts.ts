import { DetailedError, Upload } from 'tus-js-client'

import { ApiError, type Fetcher, type IncomingReply } from '#web/api'

const PART = 5 * 1024 * 1024
/** Milliseconds before each retry of a part; longer outages are left to the user. */
const PAUSES = [500, 2000]

/** Upload URLs for resuming, by idempotency key. */
const uploadUrls = new Map<string, string>()

const answerIn = (error: Error | DetailedError): IncomingReply | undefined => {
  const answer = error instanceof DetailedError ? error.originalResponse : undefined
  if (!answer || answer.getStatus() === 0) return undefined
  return {
    status: answer.getStatus(),
    body: parsed(answer.getBody()),
    header: (name) => answer.getHeader(name) ?? null,
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Refused uploads cannot be resumed; all others can. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && ![401, 409, 423, 429].includes(status)

/** Uploads one file in parts (tus 1.0). */
export const inParts = (
  file: File,
  {
    idempotencyKey: key,
    onProgress,
  }: { idempotencyKey: string; onProgress: (share: number) => void },
) => {
  const carrier: Fetcher = (url, { headers, signal, credentials }) =>
    new Promise((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint: new URL(url, window.location.href).href,
        uploadUrl: uploadUrls.get(key) ?? null,
        metadata: { filename: file.name },
        headers: headers ?? {},
        onBeforeRequest: (request) => {
          const xhr = request.getUnderlyingObject() as XMLHttpRequest
          xhr.withCredentials = credentials === 'include'
        },
        chunkSize: PART,
        retryDelays: PAUSES,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => {
          if (upload.url) uploadUrls.set(key, upload.url)
        },
        onProgress: (sent, total) => onProgress(sent / total),
        onShouldRetry: (error) => (answerIn(error)?.status ?? 500) >= 500,
        onSuccess: () => resolve({ status: 200, body: undefined, header: () => null }),
        onError: (error) => {
          const answer = answerIn(error)
          if (answer && isFinal(answer.status)) uploadUrls.delete(key)
          if (answer) resolve(answer)
          else reject(new ApiError({ status: 0 }))
        },
      })
      const cancel = () => {
        uploadUrls.delete(key)
        // If this request fails, the server discards the partial upload within a day.
        upload.abort(true).catch(() => undefined)
        reject(new DOMException('Cancelled', 'AbortError'))
      }
      if (signal?.aborted) return cancel()
      signal?.addEventListener('abort', cancel)
      upload.start()
    })
  return {
    carrier,
    /** Id of the upload on the server, and later of the file. */
    id: () => uploadUrls.get(key)?.split('/').at(-1) ?? '',
    forget: () => uploadUrls.delete(key),
  }
}
