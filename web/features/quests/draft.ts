import { useEffect, useRef, useState } from 'react'

import type { DraftBlock } from '#contract/evidence'
import type { Task } from '#contract/quests'
import { session } from '#web/session'

import { quests } from './queries.ts'

/** One piece while it is being made; `key` tells the pieces apart on the screen. */
export type Piece = DraftBlock & { key: string }
export type DraftState = { pieces: Piece[]; reflection: string }

type Kept = DraftState & { savedAt: string }
export type SaveState = 'idle' | 'saving' | 'saved' | 'offline'

const PAUSE_MS = 800

const keyOf = (taskId: string) => `draft ${taskId}`

const newKey = () => crypto.randomUUID()

const isMeant = (piece: Piece) => !(piece.type === 'text' && piece.text.trim() === '')

export const emptyText = (): DraftBlock => ({ type: 'text', text: '' })

const readKept = (taskId: string): Kept | undefined => {
  try {
    return JSON.parse(session.kept(keyOf(taskId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const keep = (taskId: string, kept: Kept | undefined) =>
  session.keep(keyOf(taskId), kept && JSON.stringify(kept))

const withoutKeys = (pieces: Piece[]): DraftBlock[] => pieces.map(({ key: _, ...block }) => block)

/** The newer of what this browser kept and what the server has, so that reload, offline and another device all go on. */
const startFrom = (task: Task): DraftState => {
  const kept = readKept(task.id)
  const stored = task.draft
  if (kept && (!stored || kept.savedAt > stored.updated_at)) return kept
  if (stored) {
    return {
      pieces: stored.blocks.map((block) => ({ ...block, key: newKey() })),
      reflection: stored.reflection,
    }
  }
  return { pieces: [{ ...emptyText(), key: newKey() }], reflection: '' }
}

/** A task's draft: kept in the browser at every key stroke, and on the server after each short pause. */
export const useDraft = (task: Task) => {
  const [draft, setDraft] = useState(() => startFrom(task))
  const [saveState, setSaveState] = useState<SaveState>('idle')
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef(false)

  const save = async () => {
    clearTimeout(timer.current)
    if (!unsaved.current) return
    unsaved.current = false
    setSaveState('saving')
    const { pieces, reflection } = latest.current
    const body = { blocks: withoutKeys(pieces), reflection }
    await quests.saveDraft({ params: { id: task.id }, body }).then(
      () => setSaveState(unsaved.current ? 'saving' : 'saved'),
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

  const change = (next: (before: DraftState) => DraftState) => {
    const after = next(latest.current)
    latest.current = after
    setDraft(after)
    keep(task.id, { ...after, savedAt: new Date().toISOString() })
    unsaved.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNow.current(), PAUSE_MS)
  }

  const changePiece = (key: string, part: Partial<DraftBlock>) =>
    change((before) => ({
      ...before,
      pieces: before.pieces.map((piece) =>
        piece.key === key ? ({ ...piece, ...part } as Piece) : piece,
      ),
    }))

  return {
    draft,
    saveState,
    add: (block: DraftBlock) =>
      change((before) => ({ ...before, pieces: [...before.pieces, { ...block, key: newKey() }] })),
    changePiece,
    remove: (key: string) =>
      change((before) => ({
        ...before,
        pieces: before.pieces.filter((piece) => piece.key !== key),
      })),
    reflect: (reflection: string) => change((before) => ({ ...before, reflection })),
    /** After the hand-in: the server has dropped the draft, and so does the browser. */
    discard: () => {
      clearTimeout(timer.current)
      unsaved.current = false
      keep(task.id, undefined)
    },
    /** The pieces that would be handed in: an empty text is none. */
    shown: () => latest.current.pieces.filter(isMeant),
    blocks: () => withoutKeys(latest.current.pieces.filter(isMeant)),
  }
}

export type DraftHandle = ReturnType<typeof useDraft>
