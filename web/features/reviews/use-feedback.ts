import { useEffect, useRef, useState } from 'react'

import type { Annotation, FeedbackDraft, Review } from '#contract/reviews'
import { session } from '#web/session'

import { reviews } from './queries.ts'

const PAUSE_MS = 800
const EMPTY: FeedbackDraft = { comment: '', annotations: [] }

const keyOf = (id: string) => `feedback ${id}`

/** What this browser could not send yet is newer than what the server has. */
const startFrom = ({ id, draft }: Review): FeedbackDraft => {
  try {
    return JSON.parse(session.kept(keyOf(id)) ?? 'null') ?? draft ?? EMPTY
  } catch {
    return draft ?? EMPTY
  }
}

/** Feedback on its way: kept in the browser at every key stroke until the server has it, after each short pause. */
export const useFeedback = (review: Review) => {
  const { id } = review
  const [feedback, setFeedback] = useState(() => startFrom(review))
  const [saveState, setSaveState] = useState<'idle' | 'saving' | 'saved' | 'offline'>('idle')
  const latest = useRef(feedback)
  const unsaved = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = async () => {
    clearTimeout(timer.current)
    if (!unsaved.current) return
    unsaved.current = false
    setSaveState('saving')
    await reviews.saveFeedback({ params: { id }, body: latest.current }).then(
      () => {
        if (!unsaved.current) session.keep(keyOf(id), undefined)
        setSaveState('saved')
      },
      () => {
        unsaved.current = true
        setSaveState('offline')
      },
    )
  }
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  useEffect(() => {
    const retry = () => void saveNow.current()
    window.addEventListener('online', retry)
    const forget = session.saveBeforeLeaving(() => saveNow.current())
    return () => {
      forget()
      window.removeEventListener('online', retry)
      retry()
    }
  }, [])

  const change = (part: Partial<FeedbackDraft>) => {
    latest.current = { ...latest.current, ...part }
    setFeedback(latest.current)
    session.keep(keyOf(id), JSON.stringify(latest.current))
    unsaved.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNow.current(), PAUSE_MS)
  }
  return {
    ...feedback,
    saveState,
    write: (comment: string) => change({ comment }),
    pin: (annotation: Annotation) =>
      change({ annotations: [...latest.current.annotations, annotation] }),
    unpin: (index: number) =>
      change({ annotations: latest.current.annotations.filter((_, at) => at !== index) }),
    /** After it was sent: nothing is left to save. */
    discard: () => {
      clearTimeout(timer.current)
      unsaved.current = false
      session.keep(keyOf(id), undefined)
    },
    save: () => {
      unsaved.current = true
      return saveNow.current()
    },
  }
}

export type FeedbackHandle = ReturnType<typeof useFeedback>
