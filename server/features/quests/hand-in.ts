import { randomUUID } from 'node:crypto'

import type * as z from 'zod/mini'

import type { Attempt } from '#contract/evidence'
import type { Submission, SubmissionOutcome } from '#contract/quests'
import { withdrawAttempt } from '#features/attempts'
import { awardForWork, revokeBadgesLosing, withdrawUnearnedBadges } from '#features/badges'
import { practiceEvidence } from '#features/practice'
import { addXp } from '#features/progress'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { type Effect, submissionEffect, withdrawalEffect } from '#rules/hand-in'
import { progressOf } from '#rules/xp'

import { draftConflict } from './draft.ts'
import { withFiles } from './with-files.ts'
import {
  findWorkForUpdate,
  type SubmissionFacts,
  updateEnrollment,
  storeAttempt,
} from './work-queries.ts'

/**
 * Submits a task: attempt, XP, bonus, progress of the quest, and badges, atomically. `db` is a transaction. Locks the learner's
 * work first, so that parallel submissions run in turn.
 */
export const submitTask = async (
  db: Db,
  learnerId: string,
  taskId: string,
  { blocks, reflection, based_on }: z.output<typeof Submission>,
  now: Date,
): Promise<SubmissionOutcome> => {
  const work = await findWorkForUpdate(db, learnerId, taskId)
  if (!work?.enrollment) throw work ? conflict('Start the quest first.') : notFound()
  const problem = problemOf(work, taskId)
  if (problem) throw conflict(problem)
  const isOutdated = based_on !== undefined && work.draft !== null && work.draft !== based_on
  if (isOutdated) throw draftConflict()
  const attempt: Attempt = {
    id: randomUUID(),
    number: (work.latest?.number ?? 0) + 1,
    state: 'submitted',
    blocks: [
      ...(await withFiles(db, learnerId, blocks)),
      ...work.added,
      ...(await practiceEvidence(db, learnerId, work.practice)),
    ],
    reflection: reflection?.trim() || null,
    comment: null,
    submitted_at: now.toISOString(),
    decided_at: null,
    submitter: 'self',
  }
  await storeAttempt(db, { learnerId, questId: work.questId, taskId }, attempt)
  const effect = submissionEffect(work, taskId)
  const outcome = await storeEffect(db, learnerId, { ...work, attempt }, effect, now)
  const badges = await awardForWork(db, learnerId, now, {
    entries: effect.entries,
    completed: outcome.quest_completed ? work.questId : null,
  })
  return { ...outcome, ...badges, badges_lost: [] }
}

/** Withdraws the newest attempt at a task. Reverses its XP and badges; nothing is deleted. */
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
  const takeAway = async () => {
    await withdrawAttempt(db, attempt.id, now)
    const effect = withdrawalEffect(work, taskId)
    const outcome = await storeEffect(db, learnerId, { ...work, attempt }, effect, now)
    const badges_lost = await withdrawUnearnedBadges(db, learnerId, now)
    return { ...outcome, badges_earned: [], nearest_badge: null, badges_lost }
  }
  if (work.latest.state !== 'accepted') return takeAway()
  const because = 'The work it was based on was withdrawn.'
  return revokeBadgesLosing(db, learnerId, { because, now }, takeAway)
}

// Bounds the data per task; work that is returned this often needs a conversation.
const MAX_ATTEMPTS = 50

/** Returns the reason why a task cannot be submitted now, if any. */
const problemOf = (
  { enrollment, latest, tasks }: SubmissionFacts,
  taskId: string,
): string | undefined => {
  if (enrollment?.state === 'left') return 'You have left this quest. Resume it first.'
  if (tasks.some(({ id, dropped }) => id === taskId && dropped)) {
    return 'This task belongs to a different version of the quest from yours.'
  }
  const open = latest?.state === 'submitted' || latest?.state === 'accepted'
  if (open) return 'This task is already handed in. Withdraw it first to change it.'
  if ((latest?.number ?? 0) < MAX_ATTEMPTS) return undefined
  return `This task was handed in ${MAX_ATTEMPTS} times, and cannot be again. Please ask your advisor or a grown-up for help.`
}

/** Stores the effect of a changed attempt on quest and XP, and publishes it. */
const storeEffect = async (
  db: Db,
  learnerId: string,
  { attempt, enrollment, ...work }: SubmissionFacts & { attempt: Attempt },
  { entries, completed, tasksDone }: Effect,
  now: Date,
): Promise<Omit<SubmissionOutcome, 'badges_earned' | 'nearest_badge' | 'badges_lost'>> => {
  if (!enrollment) throw notFound()
  const sumOf = (isBonus: boolean) =>
    entries
      .filter(({ taskId }) => (taskId === null) === isBonus)
      .reduce((sum, { amount }) => sum + amount, 0)
  const [xp_change, bonus_change] = [sumOf(false), sumOf(true)]
  const openState = enrollment.state === 'completed' ? 'active' : enrollment.state
  const changed = {
    state: completed ? 'completed' : openState,
    completed_at: completed ? (enrollment.completed_at ?? now.toISOString()) : null,
    bonus_xp: enrollment.bonus_xp + bonus_change,
  } as const
  await updateEnrollment(db, learnerId, work.questId, {
    ...changed,
    tasks_done: tasksDone,
    earned: xp_change + bonus_change,
    now,
  })
  const source = { questId: work.questId, attemptId: attempt.id, now }
  const totals = await addXp(db, learnerId, entries, source)
  return {
    attempt,
    xp_change,
    bonus_change,
    quest_completed: completed && !work.completed,
    enrollment: { ...enrollment, ...changed },
    xp: progressOf(totals),
  }
}
