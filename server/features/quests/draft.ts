import type * as z from 'zod/mini'

import type { Draft } from '#contract/quests'
import { attachFiles } from '#features/files'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'

import { findTaskState, MAX_SHOWN, sizeOfDrafts, upsertDraft } from './queries.ts'
import { fileIdsIn } from './with-files.ts'

/** Refusal of a draft or a submission that continues an older version of the server's draft. */
export const draftConflict = () => {
  const message = 'This draft has changed on another device.'
  return conflict(message, { based_on: message })
}

/** In bytes; shorter drafts have room in any quest. */
const LONG_DRAFT = 20_000

/** @throws invalid if the drafts of one quest, which its page shows, are too long together */
const requireRoomForDraft = async (
  db: Db,
  { learnerId, questId, taskId }: { learnerId: string; questId: string; taskId: string },
  { blocks, reflection }: Pick<z.output<typeof Draft>, 'blocks' | 'reflection'>,
): Promise<void> => {
  const size = Buffer.byteLength(JSON.stringify(blocks)) + Buffer.byteLength(reflection)
  if (size <= LONG_DRAFT) return
  const others = await sizeOfDrafts(db, { learnerId, questId, butTaskId: taskId })
  if (size + others <= MAX_SHOWN) return
  const message =
    'Your drafts in this quest are very long together. Please hand some of them in first, or add this work as a file.'
  throw invalid(message, { blocks: message })
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
  await requireRoomForDraft(db, { learnerId, questId, taskId }, content)
  const kept = await upsertDraft(db, { learnerId, questId, taskId, ...content, basedOn })
  if (!kept) throw draftConflict()
  return kept
}
