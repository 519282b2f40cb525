import { listUnsentDrafts } from '#web/drafts'

import { DRAFT, localDraftOf } from './draft.ts'
import { contentOfDraft } from './pieces.ts'
import { quests } from './queries.ts'
import { listQueued, sendFiles, submitWithFiles } from './queued-submissions.ts'

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
  listUnsentDrafts().flatMap((name) => (name.startsWith(DRAFT) ? name.slice(DRAFT.length) : []))

/**
 * Sends to the server what was written, added or handed in on this device, whichever page is open and whatever was known of the network.
 * @returns false if something is only here still
 */
export const sendUnsentWork = async (): Promise<boolean> => {
  const { claimTasksWithFiles } = await import('#web/offline')
  const handIns = listQueued()
  for (const handIn of handIns) await submitWithFiles({ body: handIn }).catch(() => undefined)
  const isHandedIn = (taskId: string) => handIns.some((each) => each.taskId === taskId)
  const waiting = new Set([...listDrafts(), ...(await claimTasksWithFiles())])
  for (const taskId of waiting) {
    if (!isHandedIn(taskId)) await sendDraftOf(taskId).catch(() => undefined)
  }
  const left = [...listQueued(), ...listDrafts(), ...(await claimTasksWithFiles())]
  return left.length === 0
}
