import type { SubmissionOutcome } from '#contract/quests'
import { uploadFile } from '#views/evidence'
import { ApiError } from '#web/api'
import { createOutbox, isForLater, useOutbox } from '#web/drafts'

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

/** A submission in progress, sent now or when the network returns. Its draft is locked meanwhile. */
export type QueuedSubmission = {
  taskId: string
  taskTitle: string
  questId: string
  /** The same for every attempt. */
  idempotencyKey: string
  /** It started offline or got no response: it continues in the background, on any page. */
  hasWaited?: boolean
}

const outbox = createOutbox<QueuedSubmission>('hand-ins', ({ taskId }) => taskId)

export const useQueuedSubmissions = () => useOutbox(outbox)

export const queueSubmission = (
  about: Omit<QueuedSubmission, 'idempotencyKey'>,
): QueuedSubmission => {
  const handIn = { ...about, idempotencyKey: crypto.randomUUID() }
  outbox.put(handIn)
  return handIn
}

export const listQueued = () => outbox.list()

/** Lets it continue when the network returns. */
export const markAsWaiting = (taskId: string) => outbox.patch(taskId, { hasWaited: true })

/** Applies to submissions that an earlier page left unfinished. */
export const markAllAsWaiting = () => {
  for (const { taskId, hasWaited } of outbox.list()) if (!hasWaited) markAsWaiting(taskId)
}

/** Cancels the submission and unlocks the draft. */
export const cancelSubmission = (taskId: string) => outbox.remove(taskId)

/** Locks across tabs: a later tab finds the work done. */
const orTakenBack = <T>(taskId: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`hand-in ${taskId}`, async () => {
    try {
      return await work()
    } catch (error) {
      if (isForLater(error)) markAsWaiting(taskId)
      else cancelSubmission(taskId)
      throw error
    }
  })

const EMPTY: TaskDraft = { pieces: [], reflection: '' }
const readDraft = (taskId: string) => localDraftOf(taskId).read() ?? { value: EMPTY, version: null }

/**
 * Uploads the files of a submission; each becomes a piece of the draft as it arrives.
 * @param onProgress called with the share of all files sent so far, 0 to 1
 * @throws the server's refusal, after canceling the submission. Without a network, the submission stays queued
 */
export const sendFiles = (
  { taskId }: Pick<QueuedSubmission, 'taskId'>,
  onProgress: (share: number) => void,
): Promise<void> =>
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

/** Submits the draft once. Undefined if it was canceled, or another tab has submitted it. Throws like `sendFiles`. */
const submitDraft = ({
  taskId,
  idempotencyKey,
}: QueuedSubmission): Promise<SubmissionOutcome | undefined> =>
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
    cancelSubmission(taskId)
    return outcome
  })

const explain = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.fields.based_on === undefined) throw error
  const message =
    'You have also been writing on another device. Check both versions before you hand in.'
  throw new ApiError({ status: 409, message })
}

/** Uploads files and submits the draft, for mutations. */
export const submitWithFiles = Object.assign(
  async ({ body }: { body: QueuedSubmission }): Promise<SubmissionOutcome | undefined> => {
    await sendFiles(body, () => {})
    return submitDraft(body)
  },
  { id: quests.submitTask.id },
)

/** Submits the draft once its files are uploaded, for mutations. */
export const sendDraft = Object.assign(
  ({ body }: { body: QueuedSubmission }) => submitDraft(body),
  {
    id: quests.submitTask.id,
  },
)
