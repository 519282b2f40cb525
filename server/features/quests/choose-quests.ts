import type * as z from 'zod/mini'

import type { QuestCard, QuestQuery } from '#contract/quests'
import type { Catalog, CatalogQuest } from '#features/catalog'
import { fullYears } from '#rules/age'
import { bySuitability, type Reader } from '#rules/recommend-quests'

import type { LearnerQuests } from './queries.ts'

type Query = z.output<typeof QuestQuery>
type FixedOrder = Exclude<Query['sort'], 'recommended'>
type Order = (a: CatalogQuest, b: CatalogQuest) => number

const { compare } = new Intl.Collator('en')
const byTitle: Order = (a, b) => compare(a.title, b.title)

const ORDERS = {
  newest: (a, b) => compare(b.created_at, a.created_at) || byTitle(a, b),
  shortest: (a, b) => a.estimated_hours - b.estimated_hours || byTitle(a, b),
  most_xp: (a, b) => b.total_xp - a.total_xp || byTitle(a, b),
  title: byTitle,
} satisfies Record<FixedOrder, Order>

/**
 * Returns one page of matching published quests, and the total number of matches.
 * @param today YYYY-MM-DD
 */
export const chooseQuests = (
  catalog: Catalog,
  learnerQuests: LearnerQuests,
  query: Query,
  offset: number,
  today: string,
): { items: QuestCard[]; total: number } => {
  const { found } = learnerQuests
  const matches = (quest: CatalogQuest) =>
    (!found || quest.id in found) &&
    (!query.pillar || quest.pillars.includes(query.pillar)) &&
    (!query.subject || quest.subjects.includes(query.subject)) &&
    (query.max_hours === undefined || quest.estimated_hours <= query.max_hours) &&
    (query.max_days === undefined || (quest.span_days ?? 1) <= query.max_days) &&
    (query.age === undefined || (quest.age_min <= query.age && query.age <= quest.age_max)) &&
    (!query.kind || quest.weeks_total > 0 === (query.kind === 'course')) &&
    (!query.status || stateOf(quest, learnerQuests) === query.status)

  const chosen =
    query.sort === 'recommended'
      ? publishedIn(catalog, 'title')
          .filter(matches)
          .toSorted(bySuitability(readerOf(learnerQuests, today)))
          .toSorted((a, b) => Number(found?.[b.id] ?? false) - Number(found?.[a.id] ?? false))
      : publishedIn(catalog, query.sort).filter(matches)
  const items = chosen.slice(offset, offset + query.limit).map((quest) => ({
    ...quest,
    state: stateOf(quest, learnerQuests),
    tasks_done: learnerQuests.enrollments[quest.id]?.tasks_done ?? 0,
  }))
  return { items, total: chosen.length }
}

const stateOf = ({ id }: CatalogQuest, { enrollments }: LearnerQuests) =>
  enrollments[id]?.state ?? 'new'

const readerOf = (learnerQuests: LearnerQuests, today: string): Reader => {
  const { date_of_birth, enrollments, interest, touched } = learnerQuests
  const inState = (state: QuestCard['state']) =>
    Object.keys(enrollments).filter((id) => enrollments[id]?.state === state)
  return {
    age: date_of_birth === null ? null : fullYears(date_of_birth, today),
    interest,
    touched: new Set(touched),
    begun: new Set(inState('active')),
    completed: new Set(inState('completed')),
  }
}

const sorted = new WeakMap<Catalog, Partial<Record<FixedOrder, CatalogQuest[]>>>()

/** Sorted once per catalog version. */
const publishedIn = (catalog: Catalog, sort: FixedOrder): CatalogQuest[] => {
  const lists = sorted.get(catalog) ?? {}
  sorted.set(catalog, lists)
  return (lists[sort] ??= catalog.quests
    .filter(({ status }) => status === 'published')
    .toSorted(ORDERS[sort]))
}
