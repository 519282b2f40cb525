import { expressionBuilder, sql } from 'kysely'

import type { AddedEvidence, EvidenceBlock, StoredBlock } from '#contract/evidence'
import { dropFiles } from '#features/files'
import { lockLearner } from '#features/learners'
import type { DB, Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

import { addedEvidence, findTaskState, MAX_SHOWN } from './queries.ts'
import { withFiles } from './with-files.ts'

/** Pieces that others may add to a task, so that the learner can still find their own. */
const MAX_ADDED = 20
/** Pieces that their giver sees in one list. */
const MAX_LISTED = 200
/** In bytes, of the pieces from others in all of a learner's open tasks. */
const MAX_OPEN = 20_000_000
/** In milliseconds, until an unfinished piece is deleted. */
const UNFINISHED_MS = 24 * 3_600_000

type Place = { learnerId: string; taskId: string }
type Giver = { addedBy: string; submitter: AddedEvidence['submitter']; now: Date }

/**
 * Reserves a piece of evidence that another person adds to a learner's task; `finishAddition` completes it. `db` is a transaction.
 * @throws conflict unless the learner is working on this task
 */
export const startAddition = async (
  db: Db,
  id: string,
  { learnerId, taskId }: Place,
  { addedBy, submitter, now }: Giver,
): Promise<void> => {
  await lockLearner(db, learnerId)
  await refuseUnlessOpen(db, { learnerId, taskId })
  await db
    .deleteFrom('added_evidence')
    .where('learner_id', '=', learnerId)
    .where('blocks', 'is', null)
    .where('added_at', '<', new Date(now.getTime() - UNFINISHED_MS).toISOString())
    .execute()
  await db
    .insertInto('added_evidence')
    .values({
      id,
      learner_id: learnerId,
      task_id: taskId,
      added_by: addedBy,
      submitter,
      added_at: now.toISOString(),
    })
    .execute()
}

/**
 * Returns a reserved piece; null until it is completed.
 * @throws conflict if it was removed
 */
export const findPendingAddition = async (db: Db, id: string): Promise<AddedEvidence | null> => {
  const begun = await db
    .selectFrom('added_evidence')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!begun) throw conflict('This was added before, and has since been removed.')
  const added = await db
    .selectFrom(addedEvidence.where('added_evidence.id', '=', id).as('added'))
    .selectAll()
    .$narrowType<AddedEvidence>()
    .executeTakeFirst()
  return added ?? null
}

/**
 * Completes the piece, once, and makes it visible to the learner. `db` is a transaction.
 * @throws conflict if the task was submitted or the piece removed meanwhile
 */
export const finishAddition = async (
  db: Db,
  id: string,
  { learnerId, taskId }: Place,
  blocks: EvidenceBlock[],
): Promise<AddedEvidence> => {
  await lockLearner(db, learnerId)
  const before = await findPendingAddition(db, id)
  if (before) return before
  await refuseUnlessOpen(db, { learnerId, taskId })
  const { ofQuest, open } = await sizeOfAdded(db, { learnerId, taskId })
  if (ofQuest > MAX_SHOWN && blocks.some((block) => block.type === 'text')) {
    throw conflict('This quest already has a lot of text from others. Please add it as a file.')
  }
  if (open > MAX_OPEN) {
    throw conflict(
      'The open tasks already have a lot of text from others. Please add more once some of them are handed in.',
    )
  }
  const { submitter } = await db
    .selectFrom('added_evidence')
    .select('submitter')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stored = (await withFiles(db, learnerId, blocks)).map((block) => ({ ...block, submitter }))
  await db
    .updateTable('added_evidence')
    .set({ blocks: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
  return (await findPendingAddition(db, id))!
}

const { exists, not, selectFrom } = expressionBuilder<DB, 'added_evidence'>()

const isOpen = not(
  exists(
    selectFrom('attempts')
      .select('attempts.id')
      .whereRef('attempts.learner_id', '=', 'added_evidence.learner_id')
      .whereRef('attempts.task_id', '=', 'added_evidence.task_id')
      .where('attempts.state', 'in', ['submitted', 'accepted']),
  ),
)

/** In bytes; the pieces from others in a task's quest, and in all of the learner's open tasks. */
const sizeOfAdded = async (db: Db, { learnerId, taskId }: Place) => {
  const size = sql<number>`octet_length(added_evidence.blocks::text)`
  const { ofQuest, open } = await db
    .selectFrom('added_evidence')
    .innerJoin('tasks', 'tasks.id', 'added_evidence.task_id')
    .innerJoin('tasks as this', (join) => join.on('this.id', '=', taskId))
    .select(({ fn }) => [
      fn.sum<number>(size).filterWhereRef('tasks.quest_id', '=', 'this.quest_id').as('ofQuest'),
      fn.sum<number>(size).filterWhere(isOpen).as('open'),
    ])
    .where('added_evidence.learner_id', '=', learnerId)
    .executeTakeFirstOrThrow()
  return { ofQuest: Number(ofQuest), open: Number(open) }
}

/** The newest pieces that a person has added to a learner's open tasks, oldest first. */
export const listAddedBy = (db: Db, learnerId: string, addedBy: string) =>
  db
    .selectFrom(
      addedEvidence
        .innerJoin('quests', 'quests.id', 'tasks.quest_id')
        .select(['tasks.quest_id', 'quests.title as quest_title', 'tasks.title as task_title'])
        .where('added_evidence.learner_id', '=', learnerId)
        .where('added_evidence.added_by', '=', addedBy)
        .where(isOpen)
        .clearOrderBy()
        .orderBy('added_evidence.added_at', 'desc')
        .orderBy('added_evidence.id', 'desc')
        .limit(MAX_LISTED)
        .as('added'),
    )
    .selectAll()
    .orderBy('added_at')
    .orderBy('id')
    .$narrowType<AddedEvidence>()
    .execute()

/**
 * Removes an added piece and its files, unless they were submitted before. `db` is a transaction.
 * @param addedBy only pieces by this person
 */
export const removeAdded = async (
  db: Db,
  learnerId: string,
  id: string,
  addedBy?: string,
): Promise<void> => {
  await lockLearner(db, learnerId)
  const removed = await db
    .deleteFrom('added_evidence')
    .where('id', '=', id)
    .where('learner_id', '=', learnerId)
    .$if(addedBy !== undefined, (query) => query.where('added_by', '=', addedBy!))
    .returning('blocks')
    .$narrowType<{ blocks: StoredBlock[] | null }>()
    .executeTakeFirst()
  if (!removed) throw notFound()
  const files = (removed.blocks ?? []).flatMap(({ file_id }) => file_id ?? [])
  if (files.length === 0) return
  const handedIn = await db
    .selectFrom('attempts')
    .select('blocks')
    .where('learner_id', '=', learnerId)
    .where(({ eb, or }) =>
      or(files.map((file_id) => eb('blocks', '@>', JSON.stringify([{ file_id }])))),
    )
    .$narrowType<{ blocks: StoredBlock[] }>()
    .execute()
  const kept = new Set(handedIn.flatMap(({ blocks }) => blocks.map(({ file_id }) => file_id)))
  await dropFiles(
    db,
    learnerId,
    files.filter((id) => !kept.has(id)),
  )
}

/** True if this person added the learner's file. */
export const isFileAddedBy = async (
  db: Db,
  file: { id: string; ownerId: string },
  addedBy: string,
): Promise<boolean> => {
  const added = await db
    .selectFrom('added_evidence')
    .select('id')
    .where('learner_id', '=', file.ownerId)
    .where('added_by', '=', addedBy)
    .where('blocks', '@>', JSON.stringify([{ file_id: file.id }]))
    .limit(1)
    .executeTakeFirst()
  return added !== undefined
}

const refuseUnlessOpen = async (db: Db, { learnerId, taskId }: Place): Promise<void> => {
  const standing = await findTaskState(db, learnerId, taskId)
  if (!standing) throw notFound()
  if (standing.state === null) {
    throw conflict(
      'This quest has not been started yet. Evidence can be added once it is under way.',
    )
  }
  if (standing.state === 'left') {
    throw conflict('This quest has been set aside. Evidence can be added once it’s resumed.')
  }
  const { state, added } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('attempts')
        .select('state')
        .where('learner_id', '=', learnerId)
        .where('task_id', '=', taskId)
        .orderBy('number', 'desc')
        .limit(1)
        .as('state'),
      selectFrom('added_evidence')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('learner_id', '=', learnerId)
        .where('task_id', '=', taskId)
        .where('blocks', 'is not', null)
        .as('added'),
    ])
    .executeTakeFirstOrThrow()
  if (state === 'submitted' || state === 'accepted') {
    throw conflict(
      'This task is handed in. Nothing can be added unless it is returned or withdrawn.',
    )
  }
  if (Number(added) >= MAX_ADDED) {
    throw conflict(`This task already has ${MAX_ADDED} pieces from others, which is the limit.`)
  }
}
