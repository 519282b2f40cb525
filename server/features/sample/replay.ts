import type { EvidenceBlock } from '#contract/evidence'
import { pursueBadge } from '#features/badges'
import { changePortfolio } from '#features/portfolio'
import {
  startAddition,
  finishAddition,
  leaveQuest,
  saveDraft,
  startQuest,
  submitTask,
} from '#features/quests'
import { decide, finalizeDecisions } from '#features/reviews'
import { idFromName } from '#platform/content'
import type { Db } from '#platform/database'

import {
  toDate,
  type SampleSubmission,
  type SamplePeople,
  type SamplePiece,
  type SampleWork,
} from './content.ts'
import { fileIdOf, nameOf } from './files.ts'

/** The student's goal. */
const GOAL = 'good-listener'

type PortfolioPiece = { place: number; attempt_id: string; caption: string }

/**
 * Simulates the sample people's work through the product's own functions, at the times in their files, so that ledger, totals and
 * completions are consistent. `db` is a transaction.
 */
export const replaySampleWork = async (
  db: Db,
  people: SamplePeople,
  work: readonly SampleWork[],
  now: Date,
): Promise<void> => {
  const shown: PortfolioPiece[] = []
  for (const each of work) {
    const learnerId = people[each.learner]
    const questId = idFromName(each.quest)
    await startQuest(db, learnerId, questId, toDate(`${each.started} 15:00`, now))
    for (const gift of each.added ?? []) await addToTask(db, each, gift, people, now)
    for (const handIn of each.work) {
      const attempt_id = await handInAndDecide(db, each, handIn, people, now)
      if (handIn.portfolio) shown.push({ ...handIn.portfolio, attempt_id })
    }
    for (const draft of each.draft ?? []) {
      const blocks = draft.evidence.map((piece) => blockOf(each.learner, piece))
      const taskId = idFromName(`${each.quest}/${draft.task}`)
      await saveDraft(db, learnerId, taskId, { blocks, reflection: '' })
    }
    if (each.left !== undefined) await leaveQuest(db, learnerId, questId)
  }
  await pursueBadge(db, people.student, idFromName(`badge/${GOAL}`), now)
  const items = shown
    .toSorted((a, b) => a.place - b.place)
    .map(({ attempt_id, caption }) => ({ attempt_id, caption, audience: 'public' as const }))
  await changePortfolio(db, people.student, { published: true, slug: 'maya-l', items }, now)
}

const addToTask = async (
  db: Db,
  { learner, quest }: SampleWork,
  { task, at, evidence }: NonNullable<SampleWork['added']>[number],
  people: SamplePeople,
  now: Date,
): Promise<void> => {
  const id = idFromName(`added/${quest}/${task}`)
  const place = { learnerId: people[learner], taskId: idFromName(`${quest}/${task}`) }
  const giver = {
    addedBy: people.parent,
    submitter: 'parent' as const,
    now: toDate(at, now),
  }
  await startAddition(db, id, place, giver)
  const blocks = evidence.map((piece) => blockOf(learner, piece))
  await finishAddition(db, id, place, blocks)
}

const handInAndDecide = async (
  db: Db,
  { learner, quest }: SampleWork,
  { task, evidence, reflection, handed_in, accepted, returned }: SampleSubmission,
  people: SamplePeople,
  now: Date,
): Promise<string> => {
  const blocks = evidence.map((piece) => blockOf(learner, piece))
  const at = toDate(handed_in, now)
  const taskId = idFromName(`${quest}/${task}`)
  const { attempt } = await submitTask(db, people[learner], taskId, { blocks, reflection }, at)
  const decision = accepted ?? returned
  if (decision) {
    const decidedAt = toDate(decision.at, now)
    const by = { deciderId: people.advisor, now: decidedAt }
    const { comment } = decision
    await decide(db, attempt.id, by, { decision: accepted ? 'accepted' : 'returned', comment })
    await finalizeDecisions(
      db,
      { about: people[learner], upTo: decidedAt.toISOString() },
      decidedAt,
    )
  }
  return attempt.id
}

const blockOf = (learner: string, piece: SamplePiece): EvidenceBlock => {
  if ('text' in piece) return { type: 'text', text: piece.text }
  if ('link' in piece) return { type: 'link', url: piece.link, caption: piece.caption }
  const file_id = fileIdOf(learner, nameOf(piece) ?? '')
  return 'image' in piece
    ? { type: 'image', file_id, alt: piece.alt, caption: piece.caption }
    : { type: 'file', file_id, caption: piece.caption }
}
