import type { Pillar } from './pillars.ts'
import type { EVIDENCE_KINDS } from './quest-limits.ts'

export type RecommendableQuest = {
  id: string
  age_min: number
  age_max: number
  pillars: readonly Pillar[]
  prerequisites: readonly { id: string }[]
  estimated_hours: number
  /** Position in the library, used when nothing about the learner decides. */
  position: number
}

/** Facts about the learner for recommendations. Quest sets and keys are ids. */
export type Reader = {
  /** Full years; null if unknown, in which case every quest fits. */
  age: number | null
  /** By quest, the match with the learner's stated interests; 0 if missing. */
  interest: Readonly<Record<string, number>>
  /** Pillars in which the learner has earned XP. */
  touched: ReadonlySet<Pillar>
  begun: ReadonlySet<string>
  completed: ReadonlySet<string>
}

/**
 * Compares two quests by suitability, better first: open before done; then by age, whether it can be started, interests, pillars
 * that are new to the learner, quests already begun; then the shortest, and finally library order.
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
      quest.estimated_hours,
      quest.position,
    ]
    ranks.set(quest.id, rank)
    return rank
  }
  return (a: RecommendableQuest, b: RecommendableQuest): number => {
    const [left, right] = [rankOf(a), rankOf(b)]
    const first = left.findIndex((rank, i) => rank !== right[i])
    return first < 0 ? 0 : left[first]! - right[first]!
  }
}

/** Years by which a learner is too young or too old for a quest. */
const yearsOutside = ({ age_min, age_max }: RecommendableQuest, age: number | null): number =>
  age === null ? 0 : Math.max(age_min - age, age - age_max, 0)

type FirstQuest = RecommendableQuest & {
  span_days: number | null
  tasks: readonly { evidence: readonly (typeof EVIDENCE_KINDS)[number][] }[]
}

/**
 * Chooses first quests for a newcomer, without prerequisites: for their age, then those whose first task can be answered in words,
 * then the shortest. Each begins in another pillar, as long as there are enough.
 */
export const firstQuests = <Q extends FirstQuest>(
  quests: readonly Q[],
  age: number | null,
  count: number,
): Q[] => {
  const needsProof = ({ tasks: [first] }: Q) => (first?.evidence.includes('text') ? 0 : 1)
  const open = quests
    .filter(({ prerequisites }) => prerequisites.length === 0)
    .toSorted(
      (a, b) =>
        yearsOutside(a, age) - yearsOutside(b, age) ||
        needsProof(a) - needsProof(b) ||
        (a.span_days ?? 1) - (b.span_days ?? 1) ||
        a.estimated_hours - b.estimated_hours ||
        a.position - b.position,
    )
  const seen = new Set<Pillar | undefined>()
  const varied = open.filter((quest) => {
    if (yearsOutside(quest, age) > 0 || seen.has(quest.pillars[0])) return false
    seen.add(quest.pillars[0])
    return true
  })
  return [...new Set([...varied, ...open])].slice(0, count)
}
