import { expressionBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'

import shipped from '#content/diploma-plan.json' with { type: 'json' }
import type { DB, Db } from '#platform/database'
import { conflict } from '#platform/http'
import type { Mastery } from '#rules/credits'
import { schoolYearOf } from '#rules/grades'
import type { Subject } from '#rules/subjects'

/** A version of the diploma plan, immutable. */
export type Plan = {
  version: number
  name: string
  xp_per_credit: number
  /** MM-DD. */
  school_year_begins: string
  /** Paragraphs for the page. */
  rule: string[]
  mastery: Record<Mastery, { name: string; about: string }>
  mastery_rule: string
  subjects: { subject: Subject; name: string; required: number; about: string }[]
}

/** The version that ships with the program. */
export const shippedPlan = shipped as Plan

/** Inserts the version that ships with the program, unless its number exists, possibly made by an admin; safe at each start. */
export const storeDiplomaPlan = async (db: Db, plan = shippedPlan): Promise<void> => {
  await db
    .insertInto('diploma_plans')
    .values({ version: plan.version, content: JSON.stringify(plan) })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()
}

/** Id of the current version, as a subquery; see `findPlan`. */
export const newestPlan = expressionBuilder<DB>()
  .selectFrom('diploma_plans')
  .select('id')
  .orderBy('version', 'desc')
  .limit(1)
  .$asScalar()
  .$notNull()

const ofUser = expressionBuilder<DB & { u: DB['accounts'] }, 'u'>()

/** Version for the user `u`: that of their academy agreement, else the newest. */
export const planOfUser = ofUser.fn
  .coalesce(
    ofUser
      .selectFrom('agreements')
      .select('plan_id')
      .whereRef('agreements.learner_id', '=', 'u.id')
      .where('agreements.state', '=', 'countersigned'),
    newestPlan,
  )
  .$notNull()

// Versions are immutable, and few.
const cache = new LRUCache<string, Plan>({ max: 8 })

/** @param id from `newestPlan` or `planOfUser` */
export const findPlan = async (db: Db, id: string): Promise<Plan> => {
  const cached = cache.get(id)
  if (cached) return cached
  const { content } = await db
    .selectFrom('diploma_plans')
    .select('content')
    .where('id', '=', id)
    .$narrowType<{ content: Plan }>()
    .executeTakeFirstOrThrow()
  cache.set(id, content)
  return content
}

/** The version that counts for a learner. */
export const planOfLearner = async (db: Db, learnerId: string): Promise<Plan> => {
  const { id } = await db
    .selectFrom('accounts as u')
    .select(planOfUser.as('id'))
    .where('u.id', '=', learnerId)
    .executeTakeFirstOrThrow()
  return findPlan(db, id)
}

/** The school year of a moment, by the current plan. */
export const schoolYearAt = async (db: Db, now: Date): Promise<string> => {
  const { id } = await db.selectNoFrom(newestPlan.as('id')).executeTakeFirstOrThrow()
  const plan = await findPlan(db, id)
  return schoolYearOf(now.toISOString(), plan.school_year_begins)
}

/** All versions, newest first. */
export const listPlans = async (db: Db) => {
  const rows = await db
    .selectFrom('diploma_plans')
    .select(['content', 'created_at'])
    .orderBy('version', 'desc')
    .$narrowType<{ content: Plan }>()
    .execute()
  return rows.map(({ content, created_at }) => ({ ...content, created_at }))
}

type PlanChange = Pick<Plan, 'name' | 'rule' | 'xp_per_credit'> & {
  from_version: number
  subjects: { subject: Subject; required: number }[]
}

/**
 * Creates the next version of the plan; other fields are copied from the previous one.
 * @throws conflict if another admin has created one meanwhile
 */
export const addPlanVersion = async (
  db: Db,
  { from_version, name, rule, xp_per_credit, subjects }: PlanChange,
): Promise<Plan> => {
  const [newest] = await listPlans(db)
  const version = from_version + 1
  if (!newest || newest.version !== from_version) throw conflict(CHANGED_MEANWHILE)
  const { created_at: _, ...before } = newest
  const requiredOf = new Map(subjects.map(({ subject, required }) => [subject, required]))
  const plan: Plan = {
    ...before,
    version,
    name,
    rule,
    xp_per_credit,
    subjects: before.subjects.map((each) => ({
      ...each,
      required: requiredOf.get(each.subject) ?? each.required,
    })),
  }
  const added = await db
    .insertInto('diploma_plans')
    .values({ version, content: JSON.stringify(plan) })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw conflict(CHANGED_MEANWHILE)
  return plan
}

const CHANGED_MEANWHILE =
  'Someone else has since changed the plan. Please review their version before changing it again.'
