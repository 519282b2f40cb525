import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Saves an unfinished recording or drawing on this device when the page is hidden or left. The next time the task is opened,
 * it is uploaded and becomes a piece of the draft. Until then it is in no submission.
 * @param current returns the work so far
 */
export const useUnfinished = (
  taskId: string,
  current: () => File | Promise<File | undefined> | undefined,
) => {
  const [key] = useState(() => crypto.randomUUID())
  const [offline] = useState(() => import('#web/offline'))
  const isFinished = useRef(false)
  const latest = useRef(current)
  /** Changes of the saved file are sequential: a slow save does not outlive a deletion. */
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  useLayoutEffect(() => {
    latest.current = current
  })
  // A layout effect ends while the canvas is still there.
  useLayoutEffect(() => {
    const held = offline.then(({ holdUnfinished }) => holdUnfinished(taskId, key))
    const store = async (made: ReturnType<typeof current>, earlier: Promise<unknown>) => {
      await earlier
      const file = await made
      if (!file || isFinished.current) return
      await (await offline).saveFile(file, { key, taskId, isUnfinished: true })
    }
    const save = () => {
      const made = isFinished.current ? undefined : latest.current()
      // Without storage, the work stays in the page.
      saving.current = store(made, saving.current).catch(() => undefined)
      return saving.current
    }
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    document.addEventListener('visibilitychange', saveWhenHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      void save().then(async () => (await held)())
    }
  }, [key, taskId, offline])
  const forget = () => {
    saving.current = saving.current.then(async () => (await offline).deleteFile(key))
    return saving.current
  }
  return {
    /** Hands over the work: the file, if it was saved, is stored under `key` and is the caller's from now on. */
    finish: async (use: (key: string) => void) => {
      isFinished.current = true
      await saving.current
      use(key)
    },
    /** Deletes what was saved, to begin anew. */
    forget,
    discard: () => {
      isFinished.current = true
      return forget()
    },
  }
}
