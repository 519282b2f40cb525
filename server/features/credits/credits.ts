import type { CreditEvidence, Credits, SubjectEvidence } from '#contract/credits'
import { findCatalog } from '#features/catalog'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { CREDIT_STATES, creditRows, NO_CREDIT, creditsOf, sumOf, xpOf } from '#rules/credits'
import type { Subject } from '#rules/subjects'

import { countCredits, type Counted } from './count.ts'
import { findPlan, type Plan } from './plan.ts'
import { type CreditSnapshot, findCreditSnapshot } from './queries.ts'

/** @throws notFound if the account is deleted */
export const creditsFor = async (db: Db, learnerId: string): Promise<Credits> => {
  const standing = await findCreditSnapshot(db, learnerId)
  if (!standing) throw notFound()
  const plan = await findPlan(db, standing.plan_id)
  const catalog = await findCatalog(db, standing.catalog_version, standing.alone)
  return { ...creditRows(sumOf(countCredits(standing, catalog, plan)), plan), plan }
}

/** Sources of each figure of a subject: open work first, then newest first. */
export const evidenceFor = async (
  db: Db,
  learnerId: string,
  subject: Subject,
): Promise<SubjectEvidence> => {
  const standing = await findCreditSnapshot(db, learnerId, 'evidence')
  if (!standing) throw notFound()
  const plan = await findPlan(db, standing.plan_id)
  const catalog = await findCatalog(db, standing.catalog_version, standing.alone)
  const counted = countCredits(standing, catalog, plan)
  const { rows } = creditRows(sumOf(counted), plan)
  const row = rows.find((each) => each.subject === subject) ?? emptyRow(subject)
  const reversed = new Set(standing.entries.map(({ reverses }) => reverses))
  const items = counted
    .flatMap((each) => evidenceOf(each, subject, plan, reversed))
    .toSorted(
      (a, b) =>
        CREDIT_STATES.indexOf(a.state) - CREDIT_STATES.indexOf(b.state) ||
        (b.at ?? '').localeCompare(a.at ?? ''),
    )
  return { row, items }
}

const emptyRow = (subject: Subject) => ({
  subject,
  ...NO_CREDIT,
  required: 0,
  xp: NO_CREDIT,
})

const evidenceOf = (
  counted: Counted,
  subject: Subject,
  plan: Plan,
  reversed: ReadonlySet<string | null>,
): CreditEvidence[] => {
  const part = counted.parts.find((part) => part.subject === subject)
  if (!part) return []
  const figures = {
    state: counted.state,
    credits: creditsOf(part.amount, plan),
    xp: xpOf(part.amount),
  }
  if (counted.entry) {
    const { id, kind, created_at, reason, institution, recorded_by } = counted.entry
    const entry = { id, reason, institution, recorded_by, reversed: reversed.has(id) }
    return [{ ...figures, kind, at: created_at, task: null, entry }]
  }
  const { quest, task, handIn } = counted
  const isBack = handIn?.state === 'returned'
  return [
    {
      ...figures,
      kind: 'task',
      at: handIn?.at ?? null,
      task: {
        quest_id: quest.id,
        quest_title: quest.title,
        task_id: task.id,
        task_title: task.title,
        pillar: task.pillar,
        task_xp: task.xp,
        attempt_id: handIn?.id ?? null,
        returned: isBack,
      },
      entry: null,
    },
  ]
}

/** Credits that a learner has earned in all, and what the plan asks for. */
export const totalOf = async (db: Db, standing: CreditSnapshot): Promise<Credits['total']> => {
  const plan = await findPlan(db, standing.plan_id)
  const catalog = await findCatalog(db, standing.catalog_version, standing.alone)
  return creditRows(sumOf(countCredits(standing, catalog, plan)), plan).total
}
