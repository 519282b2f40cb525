import { randomUUID } from 'node:crypto'

import type * as z from 'zod/mini'

import type { Attempt, EvidenceBlock, StoredBlock } from '#contract/evidence'
import type { Submission, SubmissionOutcome } from '#contract/quests'
import { awardEarnedBadges, earnedBy, withdrawUnearnedBadges } from '#features/badges'
import type { Settled } from '#features/badges'
import { attachFiles } from '#features/files'
import { cameSecond } from '#platform/database'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'
import type { RequestKey } from '#platform/http'
import { submissionEffect, withdrawalEffect } from '#rules/hand-in'
import type { Effect } from '#rules/hand-in'
import type { PillarXp } from '#rules/pillars'
import { progressOf } from '#rules/xp'

import {
  findWork,
  findWorkForUpdate,
  insertingAttempt,
  storeHandIn,
  withdrawingAttempt,
} from './work-queries.ts'
import type { Work } from './work-queries.ts'

type Outcome = Omit<SubmissionOutcome, 'badges_earned' | 'badges_lost'>
type Handed = z.output<typeof Submission>

/**
 * Hands in a task: the attempt, its XP, a bonus, the progress of the quest and the badges, all or nothing. `db` is a transaction.
 * The learner's work is locked first, so that parallel hand-ins come one after the other.
 */
export const submitTask = async (
  db: Db,
  learnerId: string,
  taskId: string,
  { blocks, reflection }: Handed,
  now: Date,
): Promise<SubmissionOutcome> => {
  const work = await findWorkForUpdate(db, learnerId, taskId)
  if (!work) throw notFound()
  const problem = problemOf(work)
  if (problem) throw conflict(problem)
  const handed = { blocks: await withFiles(db, learnerId, blocks), reflection }
  const { outcome, change } = submission(work, learnerId, taskId, handed, now)
  await storeHandIn(db, learnerId, work, change)
  return { ...outcome, badges_earned: await awardEarnedBadges(db, learnerId, now), badges_lost: [] }
}

/**
 * Hands in a task in two statements and without a lock: one reads all that decides, one stores all that follows, unless
 * something of the learner's has changed in between. Undefined, and nothing stored, where that does not do: another got there
 * first, the key was used, badges are due, files come along, or the work cannot be handed in. `submitTask` sees to all of that.
 */
export const submitAtOnce = async (
  db: Db,
  learnerId: string,
  taskId: string,
  { blocks, reflection }: Handed,
  now: Date,
  key: RequestKey | null,
): Promise<SubmissionOutcome | undefined> => {
  const stored = blocks.filter((block) => !('file_id' in block))
  if (stored.length < blocks.length) return undefined
  const work = await findWork(db, learnerId, taskId)
  if (!work || problemOf(work)) return undefined
  const handed = { blocks: stored, reflection }
  const { outcome, settled, change } = submission(work, learnerId, taskId, handed, now)
  if (earnedBy(work.catalog, settled).length > 0) return undefined
  const answer = { ...outcome, badges_earned: [], badges_lost: [] }
  try {
    await storeHandIn(db, learnerId, work, { ...change, used: key ? { key, answer } : undefined })
    return answer
  } catch (error) {
    if (cameSecond(error)) return undefined
    throw error
  }
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
  const attempt: Attempt = { ...work.latest, state: 'withdrawn' }
  const { outcome, change } = handIn(work, attempt, withdrawalEffect(work, taskId), now)
  await storeHandIn(db, learnerId, work, {
    ...change,
    attempt: withdrawingAttempt(attempt.id, now),
  })
  return {
    ...outcome,
    badges_earned: [],
    badges_lost: await withdrawUnearnedBadges(db, learnerId, now),
  }
}

// A bound on what one task can hold; work that goes back and forth this often needs a talk.
const MOST_ATTEMPTS = 50

/** Why a task cannot be handed in now, if so. */
const problemOf = ({ enrollment, latest }: Work): string | undefined => {
  if (!enrollment) return 'Start the quest first.'
  if (enrollment.state === 'left') return 'You have left this quest. Resume it first.'
  const open = latest?.state === 'submitted' || latest?.state === 'accepted'
  if (open) return 'This task is already handed in. Withdraw it first to change it.'
  if ((latest?.number ?? 0) < MOST_ATTEMPTS) return undefined
  return `This task was handed in ${MOST_ATTEMPTS} times, and cannot be again. Please ask your advisor or a grown-up for help.`
}

const submission = (
  work: Work,
  learnerId: string,
  taskId: string,
  { blocks, reflection }: { blocks: StoredBlock[]; reflection?: string | undefined },
  now: Date,
) => {
  const attempt: Attempt = {
    id: randomUUID(),
    number: (work.latest?.number ?? 0) + 1,
    state: 'submitted',
    blocks,
    reflection: reflection?.trim() || null,
    comment: null,
    submitted_at: now.toISOString(),
    decided_at: null,
    submitter: 'self',
  }
  const { change, ...rest } = handIn(work, attempt, submissionEffect(work, taskId), now)
  const { questId } = work
  return {
    ...rest,
    change: { ...change, attempt: insertingAttempt({ learnerId, questId, taskId, ...attempt }) },
  }
}

/** What a change of one attempt makes of the learner's work: to be told, and to be stored. */
const handIn = (work: Work, attempt: Attempt, { entries, ...effect }: Effect, now: Date) => {
  if (!work.enrollment) throw notFound()
  const sumOf = (isBonus: boolean) =>
    entries
      .filter(({ taskId }) => (taskId === null) === isBonus)
      .reduce((sum, { amount }) => sum + amount, 0)
  const bonus_change = sumOf(true)
  const { state, started_at, completed_at, bonus_xp } = work.enrollment
  const enrollment = {
    state: effect.completed ? 'completed' : state === 'completed' ? 'active' : state,
    started_at,
    completed_at: effect.completed ? (completed_at ?? now.toISOString()) : null,
    bonus_xp: bonus_xp + bonus_change,
  } as const
  const settled = settledAfter(work, { entries, completed: effect.completed })
  const outcome: Outcome = {
    attempt,
    xp_change: sumOf(false),
    bonus_change,
    quest_completed: effect.completed && !work.completed,
    enrollment,
    xp: progressOf(xpOf(settled)),
  }
  const { tasksDone } = effect
  return {
    outcome,
    settled,
    change: { attemptId: attempt.id, entries, enrollment, tasksDone, now },
  }
}

/** The learner's XP, tasks and completed quests, once the change is stored. */
const settledAfter = (
  { settled, questId }: Work,
  { entries, completed }: Pick<Effect, 'entries' | 'completed'>,
): Settled => {
  const totals = { ...settled.totals }
  for (const { pillar, amount, taskId } of entries) {
    const [xp, tasks] = totals[pillar] ?? [0, 0]
    totals[pillar] = [xp + amount, tasks + (taskId === null ? 0 : Math.sign(amount))]
  }
  const others = settled.completed.filter((id) => id !== questId)
  return { ...settled, totals, completed: completed ? [...others, questId] : others }
}

const xpOf = ({ totals }: Settled): PillarXp =>
  Object.fromEntries(Object.entries(totals).map(([pillar, [xp]]) => [pillar, xp]))

export const fileIdsIn = (blocks: readonly EvidenceBlock[]): string[] =>
  blocks.flatMap((block) => ('file_id' in block ? [block.file_id] : []))

/** Adds name, type and size to the blocks that are files; a file that is not the submitter's own is refused. */
const withFiles = async (
  db: Db,
  ownerId: string,
  blocks: EvidenceBlock[],
): Promise<StoredBlock[]> => {
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
