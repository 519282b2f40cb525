import { useRef, useState } from 'react'

import { MAX_UPLOAD } from '#rules/uploads'
import { uploadFile } from '#views/evidence'
import { statusOf } from '#web/api'

import type { DraftHandle } from './draft.ts'

export type Upload = {
  key: string
  file: File
  /** 0 to 1. */
  share: number
  /** Set when it failed; `final` when trying again cannot help. */
  failure?: { message: string; final: boolean }
}

const explain = (error: unknown): Upload['failure'] => {
  const status = statusOf(error) ?? 0
  if (status === 0) {
    return { message: 'The connection was lost. Nothing is lost here: try again.', final: false }
  }
  const message = error instanceof Error ? error.message : ''
  return { message: message || 'The upload did not work.', final: status >= 400 && status < 500 }
}

/** Files on their way to becoming pieces of a draft: each with progress, cancel and retry. */
export const useUploads = (draft: DraftHandle) => {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [keptInside, setKeptInside] = useState<string[]>([])
  const running = useRef(new Map<string, AbortController>())

  const patch = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))

  const send = async ({ key, file }: Upload) => {
    const controller = new AbortController()
    running.current.set(key, controller)
    try {
      const stored = await uploadFile(file, {
        idempotencyKey: key,
        signal: controller.signal,
        onProgress: (share) => patch(key, { share }),
      })
      draft.add(
        stored.content_type.startsWith('image/')
          ? { type: 'image', file_id: stored.id, alt: '', caption: '' }
          : { type: 'file', file_id: stored.id, caption: stored.name },
      )
      if (stored.publishable === false) setKeptInside((names) => [...names, stored.name])
      drop(key)
    } catch (error) {
      const failure = explain(error)
      if (controller.signal.aborted) drop(key)
      else if (failure) patch(key, { failure })
    } finally {
      running.current.delete(key)
    }
  }

  return {
    uploads,
    /** Names of files in which something may be hidden that could not be taken out. */
    keptInside,
    busy: uploads.some(({ failure }) => !failure),
    add: (files: Iterable<File>) => {
      for (const file of files) {
        const upload: Upload = { key: crypto.randomUUID(), file, share: 0 }
        if (file.size > MAX_UPLOAD) {
          const message = 'This file is larger than 25 MB.'
          setUploads((all) => [...all, { ...upload, failure: { message, final: true } }])
        } else {
          setUploads((all) => [...all, upload])
          void send(upload)
        }
      }
    },
    retry: (upload: Upload) => {
      setUploads((all) =>
        all.map((each) =>
          each.key === upload.key ? { key: each.key, file: each.file, share: 0 } : each,
        ),
      )
      void send(upload)
    },
    cancel: (key: string) => {
      running.current.get(key)?.abort()
      drop(key)
    },
  }
}
