import type { Planner, PlanOutcome } from '#contract/credits'
import { type Catalog, type CatalogQuest, findCatalog } from '#features/catalog'
import { saveWishes } from '#features/plan'
import { type Db, transaction } from '#platform/database'
import { invalid, notFound } from '#platform/http'
import { fullYears } from '#rules/age'
import { type CreditPart, creditRows, creditsOf, gapsOf, sumOf, xpOf } from '#rules/credits'
import { suggestQuests } from '#rules/suggest-quests'

import { countCredits, openPartsOf } from './count.ts'
import { findPlan, type Plan } from './plan.ts'
import { type CreditSnapshot, findCreditSnapshot } from './queries.ts'

type World = { standing: CreditSnapshot; catalog: Catalog; plan: Plan; now: Date }

const findWorld = async (db: Db, learnerId: string, now: Date): Promise<World> => {
  const standing = await findCreditSnapshot(db, learnerId)
  if (!standing) throw notFound()
  const plan = await findPlan(db, standing.plan_id)
  const catalog = await findCatalog(db, standing.catalog_version, standing.alone)
  return { standing, catalog, plan, now }
}

/** The saved plan and its options. */
export const plannerFor = async (db: Db, learnerId: string, now: Date): Promise<Planner> => {
  const world = await findWorld(db, learnerId, now)
  const { standing } = world
  const options = plannable(world).map((quest) => ({
    quest_id: quest.id,
    title: quest.title,
    estimated_hours: quest.estimated_hours,
    brings: bringing(openPartsOf(quest, standing)),
  }))
  return { ...outcomeOf(world, stillPlanned(world), true), library: libraryFor(world), options }
}

/**
 * Computes the outcome of a choice of quests without storing it.
 * @throws invalid if a quest is unknown or not offered
 */
export const tryPlan = async (
  db: Db,
  learnerId: string,
  questIds: readonly string[],
  now: Date,
): Promise<PlanOutcome> => {
  const world = await findWorld(db, learnerId, now)
  const chosen = [...new Set(questIds)]
  const isOffered = (id: string) => world.catalog.quest(id)?.status === 'published'
  if (!chosen.every(isOffered)) {
    const message = 'One of the quests no longer exists.'
    throw invalid(message, { quest_ids: message })
  }
  return outcomeOf(world, chosen, false)
}

/** Stores a choice, and returns the outcome together with other agreed quests. */
export const savePlan = async (
  db: Db,
  learnerId: string,
  chosen: readonly string[],
  by: Parameters<typeof saveWishes>[3],
): Promise<PlanOutcome> => {
  const shown = stillPlanned(await findWorld(db, learnerId, by.now))
  await transaction(db, (db) => saveWishes(db, learnerId, { chosen, shown }, by))
  const world = await findWorld(db, learnerId, by.now)
  return outcomeOf(world, stillPlanned(world), true)
}

/** Quests started since count as enrollments. */
const stillPlanned = ({ standing, catalog }: World) =>
  standing.planned.filter((id) => {
    const [state] = standing.enrollments[id] ?? [null]
    return (state === null || state === 'left') && catalog.quest(id)?.status === 'published'
  })

/** Published quests that are not active and have no open prerequisites. */
const plannable = ({ catalog, standing }: World): CatalogQuest[] =>
  catalog.quests
    .filter(
      ({ id, status, prerequisites }) =>
        status === 'published' &&
        ['left', undefined].includes(standing.enrollments[id]?.[0]) &&
        prerequisites.every((needed) => standing.enrollments[needed.id]?.[0] === 'completed'),
    )
    .toSorted((a, b) => a.position - b.position || a.title.localeCompare(b.title))

const outcomeOf = (world: World, questIds: string[], saved: boolean): PlanOutcome => {
  const { standing, catalog, plan } = world
  const sums = sumOf(countCredits({ ...standing, planned: questIds }, catalog, plan))
  const without = gapsOf(sumOf(countCredits({ ...standing, planned: [] }, catalog, plan)), plan)
  const left = new Set(gapsOf(sums, plan).map(({ subject }) => subject))
  const candidates = plannable(world)
    .filter((quest) => !questIds.includes(quest.id) && isForAge(quest, world))
    .map((quest) => ({
      id: quest.id,
      hours: quest.estimated_hours,
      parts: openPartsOf(quest, standing),
    }))
  return {
    ...creditRows(sums, plan),
    quest_ids: questIds,
    saved,
    closed: without.map(({ subject }) => subject).filter((subject) => !left.has(subject)),
    suggestions: suggestQuests(sums, plan, candidates).map(({ subject, gap, brings, quests }) => ({
      subject,
      gap: creditsOf(gap, plan),
      brings: creditsOf(brings, plan),
      closes: brings === gap,
      quest_ids: quests,
    })),
  }
}

const OLDEST = 18

/** Null if unknown. Adults have the same choice as the oldest learners. */
const ageIn = ({ standing: { date_of_birth }, now }: World): number | null =>
  date_of_birth === null
    ? null
    : Math.min(OLDEST, fullYears(date_of_birth, now.toISOString().slice(0, 10)))

const isForAge = ({ age_min, age_max }: CatalogQuest, world: World): boolean => {
  const age = ageIn(world)
  return age === null || (age_min <= age && age <= age_max)
}

/** XP of quests for everyone that the learner has not begun, now or when they are old enough. */
const libraryFor = (world: World) => {
  const { catalog, standing } = world
  const age = ageIn(world)
  return bringing(
    catalog.quests
      .filter(
        ({ id, status, learner_id, age_max }) =>
          status === 'published' &&
          learner_id === null &&
          ['left', undefined].includes(standing.enrollments[id]?.[0]) &&
          (age === null || age <= age_max),
      )
      .flatMap((quest) => openPartsOf(quest, standing)),
  )
}

const bringing = (parts: readonly CreditPart[]) =>
  [...Map.groupBy(parts, ({ subject }) => subject)]
    .map(([subject, ofSubject]) => ({
      subject,
      amount: ofSubject.reduce((sum, { amount }) => sum + amount, 0),
    }))
    .toSorted((a, b) => b.amount - a.amount)
    .map(({ subject, amount }) => ({ subject, xp: xpOf(amount) }))
