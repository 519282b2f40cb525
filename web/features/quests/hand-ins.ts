import { useSyncExternalStore } from 'react'

import type { DraftBlock } from '#contract/evidence'
import type { SubmissionOutcome } from '#contract/quests'
import { uploadFile } from '#views/evidence'
import { statusOf } from '#web/api'
import { session } from '#web/session'

import {
  asPiece,
  fileBlock,
  holdsFile,
  isChangedElsewhere,
  isMeant,
  keepDraft,
  type KeptDraft,
  readDraft,
  withoutKeys,
} from './kept-draft.ts'
import { quests } from './queries.ts'

/** A task that is being handed in: at once, or when there is a network again. Its draft does not change meanwhile. */
export type HandIn = {
  taskId: string
  taskTitle: string
  questId: string
  /** Of the one hand-in, however often it is tried. */
  idempotencyKey: string
  /** It was sent at least once, and may have arrived. */
  isTried?: boolean
  /** There was no network when it was begun, or no answer: it goes on by itself, whatever page is open. */
  hasWaited?: boolean
}

const KEY = 'hand-ins'
const listeners = new Set<() => void>()
const NONE: readonly HandIn[] = []
let read: { text: string | null; list: readonly HandIn[] } = { text: null, list: NONE }

/** The same list until it changes. */
const list = (): readonly HandIn[] => {
  const text = session.kept(KEY)
  if (text !== read.text) read = { text, list: parsed(text) }
  return read.list
}

const parsed = (text: string | null): readonly HandIn[] => {
  try {
    return JSON.parse(text ?? 'null') ?? NONE
  } catch {
    return NONE
  }
}

const store = (next: readonly HandIn[]) => {
  session.keep(KEY, next.length > 0 ? JSON.stringify(next) : undefined)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab has begun, sent or taken back one.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useHandIns = (): readonly HandIn[] => useSyncExternalStore(subscribe, list, () => NONE)

export const beginHandIn = (about: Omit<HandIn, 'idempotencyKey'>): HandIn => {
  const handIn = { ...about, idempotencyKey: crypto.randomUUID() }
  store([...list().filter(({ taskId }) => taskId !== about.taskId), handIn])
  return handIn
}

const mark = (taskId: string, part: Partial<HandIn>) =>
  store(list().map((each) => (each.taskId === taskId ? { ...each, ...part } : each)))

/** It goes on when there is a network. */
export const letWait = (taskId: string) => mark(taskId, { hasWaited: true })

/** Those that a page before this one has begun and not ended. */
export const letAllWait = () => {
  if (list().some(({ hasWaited }) => !hasWaited)) {
    store(list().map((each) => ({ ...each, hasWaited: true })))
  }
}

/** The draft can be changed again, and is not handed in. */
export const takeBack = (taskId: string) => store(list().filter((each) => each.taskId !== taskId))

/** One tab at a time: whoever comes later finds it done. */
const alone = <T>(taskId: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`hand-in ${taskId}`, work) : work()

/** It needs its learner before it can be handed in. */
export class NotReady extends Error {}

/** Without a network, or when the server is not well, the next try may do. */
const isForLater = (error: unknown) => {
  if (error instanceof NotReady) return false
  const status = statusOf(error) ?? 0
  return status === 0 || status === 401 || status === 429 || status >= 500
}

const orTakenBack = async <T>(taskId: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isForLater(error)) letWait(taskId)
    else takeBack(taskId)
    throw error
  }
}

/**
 * Sends the files of a hand-in, each of which becomes a piece of the draft as it arrives.
 * @param onProgress hears the share of all files that has left, 0 to 1
 * @throws what the server refused; the hand-in is then taken back. Without a network it stays for the next time
 */
export const sendFiles = ({ taskId }: HandIn, onProgress: (share: number) => void): Promise<void> =>
  alone(taskId, () =>
    orTakenBack(taskId, async () => {
      const { dropFile, heldFiles } = await import('#web/offline')
      const files = await heldFiles(taskId)
      for (const [index, { key, file }] of files.entries()) {
        const stored = await uploadFile(file, {
          idempotencyKey: key,
          signal: new AbortController().signal,
          onProgress: (share) => onProgress((index + share) / files.length),
        })
        const draft = readDraft(taskId) ?? { pieces: [], reflection: '', basedOn: null }
        const pieces = holdsFile(draft.pieces, stored.id)
          ? draft.pieces
          : [...draft.pieces, asPiece(fileBlock(stored))]
        keepDraft(taskId, { ...draft, pieces, isUnsent: true })
        await dropFile(key)
      }
    }),
  )

/** Hands in what the draft holds, once. Undefined when it was taken back, or another tab has done it. Throws like `sendFiles`. */
const sendDraftOf = ({ taskId, idempotencyKey }: HandIn): Promise<SubmissionOutcome | undefined> =>
  alone(taskId, () =>
    orTakenBack(taskId, async () => {
      const waiting = list().find((each) => each.taskId === taskId)
      if (!waiting) return undefined
      const params = { id: taskId }
      const { pieces, reflection, basedOn } = readDraft(taskId) ?? EMPTY
      const body = await checked({ blocks: withoutKeys(pieces.filter(isMeant)), reflection })
      if (!waiting.isTried) {
        // What another device has written meanwhile would be thrown away with the draft.
        const saved = await quests
          .saveDraft({ params, body: { ...body, based_on: basedOn } })
          .catch(explained)
        keepDraft(taskId, { pieces, reflection, basedOn: saved.updated_at, isUnsent: true })
        mark(taskId, { isTried: true })
      }
      const outcome = await quests.submitTask({ params, body }, { idempotencyKey })
      keepDraft(taskId, undefined)
      takeBack(taskId)
      return outcome
    }),
  )

const EMPTY: KeptDraft = { pieces: [], reflection: '', basedOn: null, isUnsent: false }

const checked = async (draft: { blocks: DraftBlock[]; reflection: string }) => {
  const { Submission } = await import('#contract/quests')
  const { data, error } = Submission.safeParse(draft)
  if (error) throw new NotReady(error.issues[0]?.message ?? 'Please check your evidence')
  return { ...data, reflection: data.reflection ?? '' }
}

const explained = (error: unknown): never => {
  if (!isChangedElsewhere(error)) throw error
  throw new NotReady('You have written on another device as well. Look at both before you hand in.')
}

/** Files and draft in one go, for `useChange`. */
export const handIn = Object.assign(
  async ({ body }: { body: HandIn }): Promise<SubmissionOutcome | undefined> => {
    await sendFiles(body, () => {})
    return sendDraftOf(body)
  },
  { id: quests.submitTask.id },
)

/** The draft alone, once its files are there, for `useChange`. */
export const sendDraft = Object.assign(({ body }: { body: HandIn }) => sendDraftOf(body), {
  id: quests.submitTask.id,
})
