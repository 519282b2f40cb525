import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { AuthoredQuest, DraftContent } from '#contract/authoring'
import { ApiError, messageOf } from '#web/api'
import { session } from '#web/session'

import { authoring } from './queries.ts'

const PAUSE_MS = 800

type Kept = { revision: number; content: DraftContent }

export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  | { kind: 'failed'; message: string }
  | { kind: 'conflict'; theirs: AuthoredQuest }

/** In whatever order the fields come. */
export const isSame = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other])

const keyOf = (id: string) => `quest ${id}`

const readKept = (id: string): Kept | undefined => {
  try {
    return JSON.parse(session.kept(keyOf(id)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * A quest that is being written: kept in the browser at every key stroke and on the server after each short pause. A save
 * on a revision that is no longer the newest stops, and both stay until the author has chosen.
 */
export const useQuestDraft = (stored: AuthoredQuest) => {
  const { id } = stored
  const cache = useQueryClient()
  const [kept] = useState(() => readKept(id))
  // What an older version of the program kept may lack a field that is new.
  const [content, setContent] = useState({ ...stored.content, ...kept?.content })
  const [state, setState] = useState<SaveState>({ kind: kept ? 'unsaved' : 'saved' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const revision = useRef(kept?.revision ?? stored.revision)
  const latest = useRef(content)
  const unsaved = useRef(kept !== undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean>>(undefined)

  const keep = () =>
    session.keep(
      keyOf(id),
      unsaved.current
        ? JSON.stringify({ revision: revision.current, content: latest.current })
        : undefined,
    )

  const send = async (): Promise<boolean> => {
    const sent = latest.current
    unsaved.current = false
    setState({ kind: 'saving' })
    try {
      const body = { revision: revision.current, content: sent }
      const saved = await authoring.saveQuest({ params: { id }, body })
      revision.current = saved.revision
      cache.setQueryData<AuthoredQuest>(
        authoring.getAuthored.query({ params: { id } }).queryKey,
        (before) => before && { ...before, state: 'draft', content: sent, ...saved },
      )
      keep()
      setErrors({})
      setState({ kind: unsaved.current ? 'unsaved' : 'saved' })
      return true
    } catch (error) {
      unsaved.current = true
      keep()
      await explain(error)
      return false
    }
  }

  const explain = async (problem: unknown) => {
    const refused = problem instanceof ApiError ? problem : undefined
    if (refused?.status === 409) {
      const theirs = await authoring.getAuthored({ params: { id } }).catch(() => undefined)
      // Another tab of this browser may have saved for both.
      if (theirs && isSame(theirs.content, latest.current)) return takeTheirs(theirs)
      if (theirs) return setState({ kind: 'conflict', theirs })
    }
    setErrors(
      Object.fromEntries(
        Object.entries(refused?.fields ?? {}).map(([path, words]) => [
          path.replace(/^content\./, ''),
          words,
        ]),
      ),
    )
    return setState({ kind: 'failed', message: messageOf(problem, 'It could not be saved.') })
  }

  const takeTheirs = (theirs: AuthoredQuest) => {
    revision.current = theirs.revision
    latest.current = theirs.content
    unsaved.current = false
    keep()
    setContent(theirs.content)
    setState({ kind: 'saved' })
  }

  /** Saves what there is to save, one save after the other; false when that failed. */
  const save = async (): Promise<boolean> => {
    clearTimeout(timer.current)
    await running.current
    if (!unsaved.current) return true
    running.current = send()
    return running.current
  }
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })

  useEffect(() => {
    const retry = () => void saveNow.current()
    window.addEventListener('online', retry)
    const forget = session.saveBeforeLeaving(() => saveNow.current().then(() => undefined))
    return () => {
      forget()
      window.removeEventListener('online', retry)
      retry()
    }
  }, [])

  const change = (part: Partial<DraftContent>) => {
    latest.current = { ...latest.current, ...part }
    setContent(latest.current)
    unsaved.current = true
    keep()
    if (state.kind === 'conflict') return
    setState({ kind: 'unsaved' })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNow.current(), PAUSE_MS)
  }

  return {
    content,
    state,
    errors,
    /** Counts the times that problems were found. */
    attempt,
    showProblems: (fields: Record<string, string>) => {
      setErrors(fields)
      setAttempt((before) => before + 1)
    },
    /** Takes over the revision after something else than saving has changed it. */
    follow: () => {
      revision.current =
        cache.getQueryData(authoring.getAuthored.query({ params: { id } }).queryKey)?.revision ??
        revision.current
    },
    change,
    save,
    revision: () => revision.current,
    /** Ends a conflict: with what is written here over the other, or with the other. */
    keepMine: (theirs: AuthoredQuest) => {
      revision.current = theirs.revision
      unsaved.current = true
      void save()
    },
    takeTheirs,
    /** Nothing of it is to come back. */
    discard: () => {
      clearTimeout(timer.current)
      unsaved.current = false
      keep()
    },
  }
}

export type QuestDraft = ReturnType<typeof useQuestDraft>
