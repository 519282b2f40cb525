import type * as z from 'zod/mini'

import type { EvidenceBlock } from '#contract/evidence'
import type { Submission, SubmissionOutcome } from '#contract/quests'
import { awardEarnedBadges, withdrawUnearnedBadges } from '#features/badges'
import { attachFiles } from '#features/files'
import { addXp } from '#features/progress'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'
import { submissionEffect, withdrawalEffect } from '#rules/hand-in'
import type { Effect } from '#rules/hand-in'
import { progressOf } from '#rules/xp'

import {
  findWorkForUpdate,
  insertAttempt,
  storeEnrollmentEffect,
  withdrawAttempt,
} from './work-queries.ts'
import type { Work } from './work-queries.ts'

/**
 * Hands in a task: the attempt, its XP, a bonus, the progress of the quest and the badges, all or nothing. `db` is a transaction.
 * The learner's enrollment is locked first, so that parallel hand-ins of one quest come one after the other.
 */
export const submitTask = async (
  db: Db,
  learnerId: string,
  taskId: string,
  { blocks, reflection }: z.output<typeof Submission>,
  now: Date,
): Promise<SubmissionOutcome> => {
  const work = await findWorkForUpdate(db, learnerId, taskId)
  if (!work) throw notFound()
  if (work.enrollment === 'left') throw conflict('You have left this quest. Resume it first.')
  if (!work.enrollment) throw conflict('Start the quest first.')
  const open = work.latest?.state === 'submitted' || work.latest?.state === 'accepted'
  if (open) throw conflict('This task is already handed in. Withdraw it first to change it.')

  const effect = submissionEffect(work, taskId)
  const attempt = await insertAttempt(db, {
    learnerId,
    questId: work.questId,
    taskId,
    number: (work.latest?.number ?? 0) + 1,
    blocks: await withFiles(db, learnerId, blocks),
    reflection: reflection?.trim() || null,
    submittedAt: now.toISOString(),
  })
  const outcome = await store(db, { learnerId, work, attempt, effect, now })
  return { ...outcome, badges_earned: await awardEarnedBadges(db, learnerId, now), badges_lost: [] }
}

/** Takes back the newest attempt of a task. What it earned is reversed in the ledger and badges; nothing is deleted. */
export const withdrawTask = async (
  db: Db,
  learnerId: string,
  taskId: string,
  now: Date,
): Promise<SubmissionOutcome> => {
  const work = await findWorkForUpdate(db, learnerId, taskId)
  if (!work?.enrollment) throw notFound()
  if (!work.latest || work.latest.state === 'withdrawn') {
    throw conflict('There is nothing handed in to withdraw.')
  }
  const effect = withdrawalEffect(work, taskId)
  const attempt = await withdrawAttempt(db, work.latest.id, now)
  const outcome = await store(db, { learnerId, work, attempt, effect, now })
  return {
    ...outcome,
    badges_earned: [],
    badges_lost: await withdrawUnearnedBadges(db, learnerId, now),
  }
}

const store = async (
  db: Db,
  done: {
    learnerId: string
    work: Work
    attempt: SubmissionOutcome['attempt']
    effect: Effect
    now: Date
  },
): Promise<Omit<SubmissionOutcome, 'badges_earned' | 'badges_lost'>> => {
  const { learnerId, work, attempt, effect, now } = done
  const { questId } = work
  const xp = await addXp(db, learnerId, effect.entries, { questId, attemptId: attempt.id, now })
  const sumOf = (isBonus: boolean) =>
    effect.entries
      .filter(({ taskId }) => (taskId === null) === isBonus)
      .reduce((sum, { amount }) => sum + amount, 0)
  const xp_change = sumOf(false)
  const bonus_change = sumOf(true)
  const enrollment = await storeEnrollmentEffect(db, learnerId, questId, {
    completed: effect.completed,
    tasksDone: effect.tasksDone,
    xpChange: xp_change,
    bonusChange: bonus_change,
    now,
  })
  return {
    attempt,
    xp_change,
    bonus_change,
    quest_completed: effect.completed && !work.completed,
    enrollment,
    xp: progressOf(xp),
  }
}

export const fileIdsIn = (blocks: readonly EvidenceBlock[]): string[] =>
  blocks.flatMap((block) => ('file_id' in block ? [block.file_id] : []))

/** Adds name, type and size to the blocks that are files; a file that is not the submitter's own is refused. */
const withFiles = async (db: Db, ownerId: string, blocks: EvidenceBlock[]) => {
  const files = await attachFiles(db, ownerId, fileIdsIn(blocks))
  return blocks.map((block, i) => {
    if (!('file_id' in block)) return block
    const file = files.get(block.file_id)
    if (!file) {
      const message = 'This file is not there any more. Please add it again.'
      throw invalid(message, { [`blocks.${i}.file_id`]: message })
    }
    if (block.type === 'image' && !file.content_type.startsWith('image/')) {
      throw invalid('This file is not a picture.', { [`blocks.${i}.file_id`]: 'Not a picture' })
    }
    return { ...block, ...file }
  })
}
