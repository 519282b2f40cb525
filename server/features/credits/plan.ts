import { expressionBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'

import shipped from '#content/diploma-plan.json' with { type: 'json' }
import type { DB, Db } from '#platform/database'
import type { Mastery } from '#rules/credits'
import { schoolYearOf } from '#rules/grades'
import type { Subject } from '#rules/subjects'

/** One version of the diploma plan. It never changes. */
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

/** Brings the version that ships with the program into the database, unless it is there; safe at each start. */
export const storeDiplomaPlan = async (db: Db): Promise<void> => {
  await db
    .insertInto('diploma_plans')
    .values({ version: shipped.version, content: JSON.stringify(shipped) })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()
}

/** Names the version that holds now, to be selected in the query that needs it; see `findPlan`. */
export const newestPlan = expressionBuilder<DB>()
  .selectFrom('diploma_plans')
  .select('id')
  .orderBy('version', 'desc')
  .limit(1)
  .$asScalar()
  .$notNull()

const ofUser = expressionBuilder<DB & { u: DB['users'] }, 'u'>()

/** The version that counts for the user `u`: the one of their academy agreement, else the newest. */
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

// Versions never change, and there are few of them.
const cache = new LRUCache<string, Plan>({ max: 8 })

/** @param id as `newestPlan` or `planOfUser` returned it */
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

/** The school year of a moment, by the plan that holds now. */
export const schoolYearAt = async (db: Db, now: Date): Promise<string> => {
  const { id } = await db.selectNoFrom(newestPlan.as('id')).executeTakeFirstOrThrow()
  const plan = await findPlan(db, id)
  return schoolYearOf(now.toISOString(), plan.school_year_begins)
}
