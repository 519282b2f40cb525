import { createHash, randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { AddedEvidence } from '#contract/evidence'
import { parents } from '#contract/parents'
import { taskPath } from '#contract/paths'
import { examine, finishOrRelease, receiveForm, reserveFiles, storageOf } from '#features/files'
import { mayNow } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { startAddition, findPendingAddition, finishAddition } from '#features/quests'
import { requireHarmless } from '#features/safety'
import { type Db, transaction } from '#platform/database'
import { invalid, notFound, type RunOnce, type Parts } from '#platform/http'
import { searchableText } from '#rules/messages'

type EvidenceInput = {
  learnerId: string
  addedBy: string
  submitter: AddedEvidence['submitter']
  request: FastifyRequest
  once: RunOnce
}

/**
 * Adds evidence by a guardian or an advisor to a learner's task. What they write is moderated like a note in a plan: the learner
 * reads it, and the family once it is handed in. The files belong to the learner from the start: they count
 * towards the learner's quota and survive the giver's account. A retry with the same key continues where the last attempt
 * stopped.
 * @param scratch folder for temporary files
 */
export const addEvidence = (
  parts: Parts,
  scratch: string,
  { learnerId, addedBy, submitter, request, once }: EvidenceInput,
): Promise<AddedEvidence> => {
  const storage = storageOf(parts)
  const sent = { request, ownerId: learnerId }
  return receiveForm(
    storage,
    scratch,
    sent,
    parents.addEvidence.form,
    async ({ fields, files, holdId }) => {
      const { task_id: taskId, caption, text } = fields
      if (files.length === 0 && !text?.trim()) {
        throw invalid('Please add a photo or write something.', {
          file: 'Please add a photo or write something.',
        })
      }
      await requireHarmless(parts, {
        authorId: addedBy,
        readerIds: [learnerId],
        text: searchableText({ text: [caption, text].filter(Boolean).join('\n'), files }),
        hidesHousehold: submitter === 'parent',
      })
      const contents = await inTurn(files, (file) => examine(file, addedBy))

      const content = { taskId, caption, text, files: files.map(({ sha256 }) => sha256) }
      const cause = createHash('sha256').update(JSON.stringify(content)).digest('hex')
      const begun = await once(async (db) => {
        const id = randomUUID()
        const giver = { addedBy, submitter, now: parts.clock() }
        await startAddition(db, id, { learnerId, taskId }, giver)
        return {
          id,
          files: await reserveFiles(db, storage, { ownerId: learnerId, holdId }, contents),
        }
      }, cause)

      const before = await findPendingAddition(parts.db, begun.id)
      if (before) return before

      const stored = await inTurn(contents, (content, i) =>
        finishOrRelease(storage, learnerId, begun.files[i]!, content),
      )
      const blocks = [
        ...(text?.trim() ? [{ type: 'text' as const, text, caption }] : []),
        ...stored.map(({ id, content_type }) => ({ ...fileBlock(id, content_type), caption })),
      ]
      return transaction(parts.db, async (db) => {
        // The files may have taken long to arrive: the link or the assignment may have ended since.
        const may = { learnerId, action: 'addEvidence' } as const
        if (!(await mayNow(db, addedBy, may, parts.clock()))) throw notFound()
        const added = await finishAddition(db, begun.id, { learnerId, taskId }, blocks)
        await tellAdded(db, { learnerId, addedBy, taskId }, parts.clock())
        return added
      })
    },
  )
}

const tellAdded = async (
  db: Db,
  { learnerId, addedBy, taskId }: { learnerId: string; addedBy: string; taskId: string },
  now: Date,
): Promise<void> => {
  const { first_name } = await db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', addedBy)
    .executeTakeFirstOrThrow()
  const { title, quest_id } = await db
    .selectFrom('tasks')
    .select(['title', 'quest_id'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  await notifyPerson(
    db,
    {
      personId: learnerId,
      category: 'family',
      title: `${first_name} has added something to “${title}”`,
      path: taskPath(quest_id, taskId),
      aboutId: addedBy,
      topic: `added ${taskId}`,
    },
    now,
  )
}

/** Sequential: one person's photos must not fill the memory. */
const inTurn = async <T, R>(all: readonly T[], work: (each: T, i: number) => Promise<R>) => {
  const done: R[] = []
  for (const [i, each] of all.entries()) done.push(await work(each, i))
  return done
}

const fileBlock = (file_id: string, contentType: string) =>
  contentType.startsWith('image/')
    ? { type: 'image' as const, file_id }
    : { type: 'file' as const, file_id }
