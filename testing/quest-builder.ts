import { randomUUID } from 'node:crypto'

import { type Quest, quests } from '#contract/quests'
import type { Db } from '#platform/database'
import { type Pillar, PILLARS } from '#rules/pillars'
import type { SubjectShares } from '#rules/subjects'
import type { Person } from '#testing/start-app'

export type TaskPlan = {
  pillar: Pillar
  xp: number
  required?: boolean
  /** Default: all arts. */
  subjects?: SubjectShares
}

/** A published quest with exactly these tasks in this order; required by default. */
export const createQuest = async (
  db: Db,
  plans: readonly TaskPlan[],
  more: { title?: string; status?: 'draft' | 'published' | 'archived'; after?: string } = {},
): Promise<{ id: string; tasks: string[] }> => {
  const id = randomUUID()
  await db
    .insertInto('quests')
    .values({
      id,
      slug: id,
      title: more.title ?? 'A quest',
      summary: 'For a test',
      description: 'Do it.',
      big_idea: 'Doing it',
      estimated_hours: 1,
      age_min: 6,
      age_max: 18,
      status: more.status ?? 'published',
      pillars: PILLARS.filter((pillar) => plans.some((plan) => plan.pillar === pillar)),
      subjects: ['arts'],
      total_xp: plans.reduce((sum, { xp }) => sum + xp, 0),
      tasks_total: plans.length,
    })
    .execute()
  const rows = plans.map(({ pillar, xp, required = true, subjects = { arts: 1 } }, position) => ({
    id: randomUUID(),
    quest_id: id,
    position,
    title: `Task ${position + 1}`,
    instructions: '',
    pillar,
    xp,
    required,
    evidence: ['text'],
    subjects: JSON.stringify(subjects),
  }))
  await db.insertInto('tasks').values(rows).execute()
  if (more.after) {
    await db
      .insertInto('quest_prerequisites')
      .values({ quest_id: id, prerequisite_id: more.after })
      .execute()
  }
  return { id, tasks: rows.map((row) => row.id) }
}

export const words = (text: string) => ({ blocks: [{ type: 'text' as const, text }] })

/** Shorthand for a learner's calls. */
export const asLearner = (person: Person) => {
  const call = person.call(quests)
  return {
    start: (id: string): Promise<Quest> => call.startQuest({ params: { id } }),
    leave: (id: string) => call.leaveQuest({ params: { id } }),
    see: (id: string): Promise<Quest> => call.getQuest({ params: { id } }),
    draft: (id: string) => call.saveDraft({ params: { id }, body: words('So far.') }),
    submit: (id: string, text = 'What I did.') =>
      call.submitTask({ params: { id }, body: words(text) }),
    withdraw: (id: string) => call.withdrawTask({ params: { id } }),
  }
}

/** Stored totals and the sums of the ledger, which must always agree. */
export const totalsAndLedger = async (db: Db, learnerId: string) => {
  const totals = await db
    .selectFrom('xp_totals')
    .select(['pillar', 'xp'])
    .where('learner_id', '=', learnerId)
    .where('xp', '<>', 0)
    .orderBy('pillar')
    .execute()
  const ledger = await db
    .selectFrom('xp_entries')
    .select(({ fn }) => ['pillar' as const, fn.sum<number>('amount').as('xp')])
    .where('learner_id', '=', learnerId)
    .groupBy('pillar')
    .having(({ fn }) => fn.sum('amount'), '<>', 0)
    .orderBy('pillar')
    .execute()
  return { totals, ledger }
}
