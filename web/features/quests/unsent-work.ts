import { session } from '#web/session'

import { DRAFT, localDraftOf } from './draft.ts'
import { contentOfDraft } from './pieces.ts'
import { quests } from './queries.ts'
import { isQueued, sendFiles } from './queued-submissions.ts'

/** Saves a task's draft with its files on the server. An open page may save it at the same moment, and both send the same. */
const sendDraftOf = async (taskId: string): Promise<void> => {
  await sendFiles({ taskId }, () => {})
  const local = localDraftOf(taskId)
  const draft = local.read()
  if (!draft?.isUnsent) return
  const { value, version } = draft
  const body = { ...contentOfDraft(value), based_on: version }
  const { updated_at } = await quests.saveDraft({ params: { id: taskId }, body })
  if (local.read()?.value === value) local.write({ value, version: updated_at, isUnsent: false })
}

const listDrafts = () =>
  session
    .listUnsent()
    .flatMap((name) => (name.startsWith(DRAFT) ? name.slice(DRAFT.length) : []))
    .filter((taskId) => localDraftOf(taskId).read()?.isUnsent)

/**
 * Saves on the server what was written or added without a network, whichever page is open. Work to be handed in is sent elsewhere.
 * @returns false if something is only on this device still
 */
export const sendUnsentWork = async (): Promise<boolean> => {
  const { claimTasksWithFiles } = await import('#web/offline')
  const waiting = new Set([...listDrafts(), ...(await claimTasksWithFiles())])
  for (const taskId of waiting) {
    if (!isQueued(taskId)) await sendDraftOf(taskId).catch(() => undefined)
  }
  const left = [...listDrafts(), ...(await claimTasksWithFiles())]
  return left.every(isQueued)
}
