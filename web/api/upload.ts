import { ApiError } from './error.ts'
import type { Fetcher } from './transport.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request with XMLHttpRequest, the only browser API with upload progress. `onProgress`: 0 to 1. */
export const byXhr =
  (onProgress: (share: number) => void): Fetcher =>
  (url, { method, body, headers, signal, credentials }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      const abort = () => xhr.abort()
      xhr.open(method, url)
      xhr.withCredentials = credentials === 'include'
      for (const [name, value] of Object.entries(headers ?? {})) xhr.setRequestHeader(name, value)
      xhr.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      })
      xhr.addEventListener('load', () =>
        resolve({
          status: xhr.status,
          body: parsed(xhr.responseText),
          header: (name) => xhr.getResponseHeader(name),
        }),
      )
      xhr.addEventListener('error', () => reject(new ApiError({ status: 0 })))
      xhr.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
      xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      xhr.send(body ?? null)
    })
