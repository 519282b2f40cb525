import type { SubmissionOutcome } from '#contract/quests'
import { uploadFile } from '#views/evidence'
import { ApiError, statusOf } from '#web/api'
import { createOutbox, useOutbox } from '#web/drafts'

import { localDraftOf } from './draft.ts'
import {
  asPiece,
  contentOfDraft,
  fileBlock,
  holdsFile,
  isNotEmpty,
  type TaskDraft,
} from './pieces.ts'
import { quests } from './queries.ts'

/** A task that is being handed in: at once, or when there is a network again. Its draft does not change meanwhile. */
export type HandIn = {
  taskId: string
  taskTitle: string
  questId: string
  /** Of the one hand-in, however often it is tried. */
  idempotencyKey: string
  /** There was no network when it was begun, or no answer: it goes on by itself, whatever page is open. */
  hasWaited?: boolean
}

const outbox = createOutbox<HandIn>('hand-ins', ({ taskId }) => taskId)

export const useHandIns = () => useOutbox(outbox)

export const beginHandIn = (about: Omit<HandIn, 'idempotencyKey'>): HandIn => {
  const handIn = { ...about, idempotencyKey: crypto.randomUUID() }
  outbox.put(handIn)
  return handIn
}

/** It goes on when there is a network. */
export const markAsWaiting = (taskId: string) => outbox.patch(taskId, { hasWaited: true })

/** Those that a page before this one has begun and not ended. */
export const markAllAsWaiting = () => {
  for (const { taskId, hasWaited } of outbox.list()) if (!hasWaited) markAsWaiting(taskId)
}

/** The draft can be changed again, and is not handed in. */
export const cancelHandIn = (taskId: string) => outbox.remove(taskId)

/** Without a network, or when the server is not well, the next try may do. */
const isForLater = (error: unknown) => {
  const status = statusOf(error) ?? 0
  return status === 0 || status === 401 || status === 429 || status >= 500
}

/** One tab at a time: whoever comes later finds it done. */
const orTakenBack = <T>(taskId: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`hand-in ${taskId}`, async () => {
    try {
      return await work()
    } catch (error) {
      if (isForLater(error)) markAsWaiting(taskId)
      else cancelHandIn(taskId)
      throw error
    }
  })

const EMPTY: TaskDraft = { pieces: [], reflection: '' }
const readDraft = (taskId: string) => localDraftOf(taskId).read() ?? { value: EMPTY, version: null }

/**
 * Sends the files of a hand-in, each of which becomes a piece of the draft as it arrives.
 * @param onProgress hears the share of all files that has left, 0 to 1
 * @throws what the server refused; the hand-in is then taken back. Without a network it stays for the next time
 */
export const sendFiles = ({ taskId }: HandIn, onProgress: (share: number) => void): Promise<void> =>
  orTakenBack(taskId, async () => {
    const { deleteFile, listSavedFiles } = await import('#web/offline')
    const files = await listSavedFiles(taskId)
    for (const [index, { key, file }] of files.entries()) {
      const stored = await uploadFile(file, {
        idempotencyKey: key,
        signal: new AbortController().signal,
        onProgress: (share) => onProgress((index + share) / files.length),
      })
      const { value, version } = readDraft(taskId)
      const pieces = holdsFile(value.pieces, stored.id)
        ? value.pieces
        : [...value.pieces, asPiece(fileBlock(stored))]
      localDraftOf(taskId).write({ value: { ...value, pieces }, version, isUnsent: true })
      await deleteFile(key)
    }
  })

/** Hands in the draft, once. Undefined when it was taken back, or another tab has done it. Throws like `sendFiles`. */
const submitDraft = ({ taskId, idempotencyKey }: HandIn): Promise<SubmissionOutcome | undefined> =>
  orTakenBack(taskId, async () => {
    if (!outbox.has(taskId)) return undefined
    const { value, version } = readDraft(taskId)
    const work = contentOfDraft({ ...value, pieces: value.pieces.filter(isNotEmpty) })
    const outcome = await quests
      .submitTask(
        { params: { id: taskId }, body: { ...work, based_on: version } },
        { idempotencyKey },
      )
      .catch(explain)
    localDraftOf(taskId).write(undefined)
    cancelHandIn(taskId)
    return outcome
  })

const explain = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.fields.based_on === undefined) throw error
  const message = 'You have written on another device as well. Look at both before you hand in.'
  throw new ApiError({ status: 409, message })
}

/** Files and draft in one go, for `useChange`. */
export const handIn = Object.assign(
  async ({ body }: { body: HandIn }): Promise<SubmissionOutcome | undefined> => {
    await sendFiles(body, () => {})
    return submitDraft(body)
  },
  { id: quests.submitTask.id },
)

/** The draft alone, once its files are there, for `useChange`. */
export const sendDraft = Object.assign(({ body }: { body: HandIn }) => submitDraft(body), {
  id: quests.submitTask.id,
})
