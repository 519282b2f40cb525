import type * as z from 'zod/mini'

import type { Draft } from '#contract/quests'
import { attachFiles } from '#features/files'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

import { findTaskState, upsertDraft } from './queries.ts'
import { fileIdsIn } from './with-files.ts'

/** Refusal of a draft or a submission that continues an older version of the server's draft. */
export const draftConflict = () => {
  const message = 'This draft has changed on another device.'
  return conflict(message, { based_on: message })
}

/**
 * Saves a draft in place of the previous one.
 * @throws conflict if the saved draft is not the one that this one continues
 */
export const saveDraft = async (
  db: Db,
  learnerId: string,
  taskId: string,
  draft: z.output<typeof Draft>,
) => {
  const standing = await findTaskState(db, learnerId, taskId)
  if (!standing) throw notFound()
  if (!standing.state) throw conflict('Start the quest first.')
  await attachFiles(db, learnerId, fileIdsIn(draft.blocks))
  const { based_on: basedOn, ...content } = draft
  const { quest_id: questId } = standing
  const kept = await upsertDraft(db, { learnerId, questId, taskId, ...content, basedOn })
  if (!kept) throw draftConflict()
  return kept
}
