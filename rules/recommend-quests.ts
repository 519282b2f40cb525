import type { Pillar } from './pillars.ts'

export type RecommendableQuest = {
  id: string
  age_min: number
  age_max: number
  pillars: readonly Pillar[]
  prerequisites: readonly { id: string }[]
  /** The order that the library gives where nothing about the learner decides. */
  position: number
}

/** What a recommendation knows of the learner. Sets and keys of quests are ids. */
export type Reader = {
  /** Full years; null when unknown, and then every quest fits. */
  age: number | null
  /** By quest, how much it is about what the learner says to be interested in; left out: not at all. */
  interest: Readonly<Record<string, number>>
  /** Pillars in which the learner has earned something. */
  touched: ReadonlySet<Pillar>
  begun: ReadonlySet<string>
  completed: ReadonlySet<string>
}

/**
 * Compares two quests by how well they suit a learner, the better one first: what is left to do before what is done; then by
 * age, by whether it can be started, by interests, by pillars that are new to the learner, by what is begun already; and at
 * last in the library's order.
 */
export const bySuitability = (reader: Reader) => {
  const ranks = new Map<string, number[]>()
  const rankOf = (quest: RecommendableQuest): number[] => {
    const known = ranks.get(quest.id)
    if (known) return known
    const rank = [
      reader.completed.has(quest.id) ? 1 : 0,
      yearsOutside(quest, reader.age),
      quest.prerequisites.every(({ id }) => reader.completed.has(id)) ? 0 : 1,
      -(reader.interest[quest.id] ?? 0),
      -quest.pillars.filter((pillar) => !reader.touched.has(pillar)).length,
      reader.begun.has(quest.id) ? 0 : 1,
      quest.position,
    ]
    ranks.set(quest.id, rank)
    return rank
  }
  return (a: RecommendableQuest, b: RecommendableQuest): number => {
    const [left, right] = [rankOf(a), rankOf(b)]
    return left.map((rank, i) => rank - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0
  }
}

/** By how many years a learner is too young or too old for a quest. */
const yearsOutside = ({ age_min, age_max }: RecommendableQuest, age: number | null): number =>
  age === null ? 0 : Math.max(age_min - age, age - age_max, 0)
