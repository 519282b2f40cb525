import { useEffect, useRef, useState } from 'react'

import type { DraftBlock } from '#contract/evidence'
import type { Task } from '#contract/quests'
import { connection } from '#web/api'
import { session } from '#web/session'

import {
  asPiece,
  bothOf,
  type DraftState,
  emptyText,
  isChangedElsewhere,
  isMeant,
  keepDraft,
  type KeptDraft,
  type Piece,
  readDraft,
  withoutKeys,
} from './kept-draft.ts'
import { quests } from './queries.ts'

export type SaveState = 'idle' | 'saving' | 'saved' | 'offline'

const PAUSE_MS = 800

/** What was read without a network may be older than what this browser has sent since. */
const isNewer = (kept: KeptDraft, stored: Task['draft']) =>
  kept.isUnsent ||
  (kept.basedOn !== null && (stored ? kept.basedOn > stored.updated_at : connection.isAway()))

/** What this browser has and the server lacks, or else what the server has: so that reload, offline and another device all go on. */
const startFrom = (task: Task): DraftState & { basedOn: string | null } => {
  const kept = readDraft(task.id)
  const stored = task.draft
  if (kept && isNewer(kept, stored)) return kept
  if (!stored) return { pieces: [asPiece(emptyText())], reflection: '', basedOn: null }
  const { blocks, reflection, updated_at } = stored
  return { pieces: blocks.map(asPiece), reflection, basedOn: updated_at }
}

/** A task's draft: kept in the browser at every key stroke, and on the server after each short pause. */
export const useDraft = (questId: string, task: Task) => {
  const [{ basedOn, ...start }] = useState(() => startFrom(task))
  const [draft, setDraft] = useState<DraftState>(start)
  const [saveState, setSaveState] = useState<SaveState>('idle')
  /** Another device has written as well, and both now stand here. */
  const [isMerged, setIsMerged] = useState(false)
  const latest = useRef(draft)
  const base = useRef(basedOn)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef(readDraft(task.id)?.isUnsent ?? false)

  const keep = () =>
    keepDraft(task.id, { ...latest.current, basedOn: base.current, isUnsent: unsaved.current })
  const show = (next: DraftState) => {
    latest.current = next
    setDraft(next)
  }

  const send = async () => {
    const { pieces, reflection } = latest.current
    const body = { blocks: withoutKeys(pieces), reflection, based_on: base.current }
    return quests.saveDraft({ params: { id: task.id }, body })
  }
  const merge = async () => {
    const { tasks } = await quests.getQuest({ params: { id: questId } })
    const stored = tasks.find(({ id }) => id === task.id)?.draft
    base.current = stored?.updated_at ?? null
    if (!stored) return
    show(bothOf(stored, latest.current))
    setIsMerged(true)
  }

  const saveOnce = async () => {
    if (!unsaved.current) return
    unsaved.current = false
    setSaveState('saving')
    try {
      const { updated_at } = await send().catch(async (error: unknown) => {
        if (!isChangedElsewhere(error)) throw error
        await merge()
        return send()
      })
      base.current = updated_at
      setSaveState(unsaved.current ? 'saving' : 'saved')
    } catch {
      unsaved.current = true
      setSaveState('offline')
    }
    keep()
  }
  /** One after the other: each goes on from what the one before has left on the server. */
  const saving = useRef(Promise.resolve())
  const save = () => {
    clearTimeout(timer.current)
    saving.current = saving.current.then(saveOnce)
    return saving.current
  }
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })

  useEffect(() => {
    const retry = () => void saveNow.current()
    // What was written without a network, before the page was opened again.
    retry()
    window.addEventListener('online', retry)
    const forget = session.saveBeforeLeaving(() => saveNow.current())
    return () => {
      forget()
      window.removeEventListener('online', retry)
      retry()
    }
  }, [])

  const change = (next: (before: DraftState) => DraftState) => {
    show(next(latest.current))
    unsaved.current = true
    keep()
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
    isMerged,
    add: (block: DraftBlock) =>
      change((before) => ({ ...before, pieces: [...before.pieces, asPiece(block)] })),
    changePiece,
    remove: (key: string) =>
      change((before) => ({
        ...before,
        pieces: before.pieces.filter((piece) => piece.key !== key),
      })),
    reflect: (reflection: string) => change((before) => ({ ...before, reflection })),
    /** From now on it is the hand-in's, which goes on from what is kept. */
    freeze: async () => {
      clearTimeout(timer.current)
      // What is under way ends first: it would change what the hand-in goes on from.
      await saving.current
      unsaved.current = false
      keepDraft(task.id, { ...latest.current, basedOn: base.current, isUnsent: true })
    },
    /** The pieces that would be handed in: an empty text is none. */
    shown: () => latest.current.pieces.filter(isMeant),
    blocks: () => withoutKeys(latest.current.pieces.filter(isMeant)),
  }
}

export type DraftHandle = ReturnType<typeof useDraft>
