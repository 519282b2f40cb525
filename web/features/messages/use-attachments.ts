import { useState } from 'react'

import { MAX_UPLOAD } from '#rules/uploads'
import { uploadFile } from '#views/evidence'
import { messageOf } from '#web/api'

import type { AttachedFile } from './use-outbox.ts'

/** A file upload in progress. */
type Sending = { key: string; name: string; share: number; failure?: string; cancel: () => void }

/** @param onDone called with each uploaded file */
export const useAttachments = (onDone: (file: AttachedFile) => void) => {
  const [sending, setSending] = useState<Sending[]>([])
  const patch = (key: string, part: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: string) => setSending((all) => all.filter((each) => each.key !== key))

  const add = async (file: File) => {
    const key = crypto.randomUUID()
    const over = new AbortController()
    const cancel = () => {
      over.abort()
      drop(key)
    }
    setSending((all) => [...all, { key, name: file.name, share: 0, cancel }])
    if (file.size > MAX_UPLOAD) {
      return patch(key, { failure: 'This file is larger than 25 MB.' })
    }
    try {
      const { id, name, publishable } = await uploadFile(file, {
        idempotencyKey: key,
        signal: over.signal,
        onProgress: (share) => patch(key, { share }),
      })
      drop(key)
      onDone({ id, name, isKeptInside: publishable === false })
    } catch (error) {
      if (over.signal.aborted) return
      patch(key, {
        failure: messageOf(error, 'The connection was lost. Please choose the file again.'),
      })
    }
  }
  return {
    sending,
    add: (files: Iterable<File>) => {
      for (const file of files) void add(file)
    },
  }
}
