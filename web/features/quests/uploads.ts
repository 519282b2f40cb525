import { useEffect, useRef, useState } from 'react'

import { MAX_UPLOAD } from '#rules/uploads'
import { uploadFile } from '#views/evidence'
import { statusOf } from '#web/api'

import type { DraftHandle } from './draft.ts'
import { fileBlock, holdsFile } from './pieces.ts'

export type Upload = {
  key: string
  file: File
  /** 0 to 1. */
  share: number
  /** Set on failure; `final` if a retry cannot help, `waits` if it continues when the network returns. */
  failure?: { message: string; final: boolean; waits?: boolean }
  /** The file is saved on this device and survives closing the page. */
  isHeld?: boolean
}

const BROKEN = 'The connection was lost. Your work is safe: please try again.'
const WAITS =
  'You are offline. The file stays on this device and will be sent when you are back online.'
const NO_ROOM =
  'You are offline, and this device has no room to store the file. Keep this page open until you are back online.'

const explain = (error: unknown): Upload['failure'] => {
  const status = statusOf(error) ?? 0
  if (status === 0) {
    return { message: navigator.onLine ? BROKEN : WAITS, final: false, waits: true }
  }
  const message = error instanceof Error ? error.message : ''
  return { message: message || 'The upload failed.', final: status >= 400 && status < 500 }
}

/**
 * Uploads that become pieces of a draft, each with progress, cancel and retry. Files stay on the device until the server has
 * them.
 */
export const useUploads = (taskId: string, draft: DraftHandle) => {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [keptInside, setKeptInside] = useState<string[]>([])
  const [offline] = useState(() => import('#web/offline'))
  const running = useRef(new Map<string, AbortController>())

  const patch = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = async (key: string) => {
    setUploads((all) => all.filter((each) => each.key !== key))
    await (await offline).deleteFile(key)
  }

  const send = async ({ key, file }: Upload) => {
    if (running.current.has(key)) return
    const controller = new AbortController()
    running.current.set(key, controller)
    try {
      const stored = await uploadFile(file, {
        idempotencyKey: key,
        signal: controller.signal,
        onProgress: (share) => patch(key, { share }),
      })
      if (!holdsFile(draft.shown(), stored.id)) draft.add(fileBlock(stored))
      void drop(key)
      if (stored.publishable === false) setKeptInside((names) => [...names, stored.name])
    } catch (error) {
      const failure = explain(error)
      if (controller.signal.aborted) void drop(key)
      else if (failure) patch(key, { failure })
    } finally {
      running.current.delete(key)
    }
  }

  /** Saves the file first, so that it survives whatever happens to the page. */
  const begin = async (upload: Upload) => {
    const isHeld = await offline
      .then(({ saveFile }) => saveFile(upload.file, { key: upload.key, taskId }))
      .then(
        () => true,
        () => false,
      )
    patch(upload.key, { isHeld })
    await send(upload)
  }

  const again = (upload: Upload) => {
    const { key, file, isHeld = false } = upload
    const fresh = { key, file, share: 0, isHeld }
    setUploads((all) => all.map((each) => (each.key === key ? fresh : each)))
    void send(upload)
  }

  const waiting = useRef<Upload[]>([])
  useEffect(() => {
    waiting.current = uploads.filter(({ failure }) => failure?.waits)
  })
  const goOn = useRef(again)
  useEffect(() => {
    goOn.current = again
  })
  useEffect(() => {
    const goOnWithAll = () => {
      for (const upload of waiting.current) goOn.current(upload)
    }
    window.addEventListener('online', goOnWithAll)
    const left = new AbortController()
    const add = (saved: { key: string; file: File }) => {
      const upload = { ...saved, share: 0, isHeld: true }
      setUploads((all) => (all.some(({ key }) => key === saved.key) ? all : [...all, upload]))
      goOn.current(upload)
    }
    // Files added, and those unfinished, before the page was closed.
    const resume = async () => {
      const { claimUnfinished, listSavedFiles } = await offline
      for (const saved of await listSavedFiles(taskId)) add(saved)
      await claimUnfinished(taskId, left.signal, add)
    }
    void resume()
    return () => {
      left.abort()
      window.removeEventListener('online', goOnWithAll)
    }
  }, [offline, taskId])

  return {
    uploads: uploads.map((upload) =>
      upload.failure?.waits && upload.isHeld === false
        ? { ...upload, failure: { ...upload.failure, message: NO_ROOM } }
        : upload,
    ),
    /** Names of files whose hidden metadata could not be removed. */
    keptInside,
    busy: uploads.some(({ failure }) => !failure),
    /** @param key under which the file is already saved on this device */
    add: (file: File, key: string = crypto.randomUUID()) => {
      const upload: Upload = { key, file, share: 0 }
      if (file.size > MAX_UPLOAD) {
        const message = 'This file is larger than 25 MB.'
        setUploads((all) => [...all, { ...upload, failure: { message, final: true } }])
      } else {
        setUploads((all) => [...all, upload])
        void begin(upload)
      }
    },
    retry: again,
    /** Some wait for the network; a submission uploads them later. */
    wait: uploads.some(({ failure }) => failure?.waits),
    cancel: (key: string) => {
      running.current.get(key)?.abort()
      void drop(key)
    },
  }
}
