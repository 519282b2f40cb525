import { type Pillar, PILLAR_NAMES, PILLARS, type PillarXp } from './pillars.ts'

/** Criteria of a badge, as data. Quests are referenced by id. */
export type Criteria =
  | { all: readonly Criteria[] }
  | { any: readonly Criteria[] }
  /** All of these quests completed, or at least `at_least` of them. */
  | { quests: readonly string[]; at_least?: number | undefined }
  /** Net XP in a pillar, or in total. */
  | { xp: number; pillar?: Pillar | undefined }
  /** Submitted tasks of a pillar, or of any. */
  | { tasks: number; pillar?: Pillar | undefined }
  | { award: 'advisor' }

/** A learner's achievements, as far as badges need them. */
export type BadgeFacts = {
  xp: PillarXp
  /** Tasks by pillar with non-zero net XP in the ledger: both XP and task count from submission. */
  tasks: Partial<Record<Pillar, number>>
  completed: ReadonlySet<string>
  /** Quests begun and not completed; the next step prefers one of them. */
  begun: ReadonlySet<string>
  /** An advisor awarded this badge. */
  awarded: boolean
}

/** One line of a checklist. A group (`all`, `any`) precedes its lines, which are one level deeper. */
export type CriteriaLine = {
  kind: 'all' | 'any' | 'quests' | 'xp' | 'tasks' | 'award'
  depth: number
  met: boolean
  /** Never more than `need`. Groups count their lines. */
  have: number
  need: number
  pillar: Pillar | null
  quests: { id: string; completed: boolean }[]
}

/** Next step toward the badge. */
export type NextStep =
  | { kind: 'quest'; quest_id: string }
  | { kind: 'xp' | 'tasks'; count: number; pillar: Pillar | null }
  | { kind: 'award' }

export type BadgeProgress = {
  met: boolean
  /** 0 to 1 with at most four decimals; 1 exactly when met, 0 exactly when nothing is begun. */
  fraction: number
  have: number
  need: number
  /** Unit of `have` and `need`. */
  counts: 'parts' | 'quests' | 'xp' | 'tasks' | 'award'
  checklist: CriteriaLine[]
  /** Null when met. */
  next: NextStep | null
}

/** Maximum XP of one task (specification §9). */
const MAX_TASK_XP = 100

/**
 * True if a single task can fulfill these criteria. Such a badge welcomes a learner and proves nothing to strangers: it has no
 * credential and appears on no public page.
 */
export const isIntroductory = (criteria: Criteria): boolean =>
  PILLARS.some((pillar) =>
    isMet(criteria, { ...NOTHING, xp: { [pillar]: MAX_TASK_XP }, tasks: { [pillar]: 1 } }),
  )

/** True if the work meets the criteria. Cheaper than `progressOn`, which describes each part. */
export const isMet = (criteria: Criteria, work: BadgeFacts): boolean => {
  if ('all' in criteria) return criteria.all.every((each) => isMet(each, work))
  if ('any' in criteria) return criteria.any.some((each) => isMet(each, work))
  const { have, need } = countOf(criteria, work)
  return have >= need
}

/** Progress toward a badge. More work never lowers the fraction. */
export const progressOn = (criteria: Criteria, work: BadgeFacts): BadgeProgress => {
  const { checklist, fraction, ...progress } = evaluate(criteria, work)
  // The outermost "all of these" is implied.
  const lines = 'all' in criteria ? checklist.slice(1).map(shallower) : checklist
  return { ...progress, fraction: shown(fraction), checklist: lines }
}

/** Rounds to four decimals: begun progress never shows as 0, unfinished progress never as 1. */
const shown = (fraction: number) =>
  fraction === 0 || fraction === 1
    ? fraction
    : Math.min(Math.max(Math.round(fraction * 10_000), 1), 9999) / 10_000

const evaluate = (criteria: Criteria, work: BadgeFacts): BadgeProgress => {
  if ('all' in criteria) return allOf(criteria.all.map((each) => evaluate(each, work)))
  if ('any' in criteria) return anyOf(criteria.any.map((each) => evaluate(each, work)))
  const { have, need } = countOf(criteria, work)
  if ('quests' in criteria) {
    const { completed, begun } = work
    const open = criteria.quests.filter((id) => !completed.has(id))
    const quest_id = open.find((id) => begun.has(id)) ?? open[0]
    return leaf({
      kind: 'quests',
      have,
      need,
      quests: criteria.quests.map((id) => ({ id, completed: completed.has(id) })),
      next: quest_id === undefined ? null : { kind: 'quest', quest_id },
    })
  }
  if ('award' in criteria) return leaf({ kind: 'award', have, need, next: { kind: 'award' } })
  const kind = 'xp' in criteria ? 'xp' : 'tasks'
  const pillar = criteria.pillar ?? null
  return leaf({ kind, have, need, pillar, next: { kind, count: need - have, pillar } })
}

const countOf = (
  criteria: Exclude<Criteria, { all: unknown } | { any: unknown }>,
  work: BadgeFacts,
): { have: number; need: number } => {
  if ('award' in criteria) return { have: work.awarded ? 1 : 0, need: 1 }
  if ('quests' in criteria) {
    const { quests, at_least = quests.length } = criteria
    return { have: quests.filter((id) => work.completed.has(id)).length, need: at_least }
  }
  const [need, earned] = 'xp' in criteria ? [criteria.xp, work.xp] : [criteria.tasks, work.tasks]
  const { pillar } = criteria
  return { have: pillar ? (earned[pillar] ?? 0) : sum(Object.values(earned)), need }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

type Leaf = Omit<CriteriaLine, 'depth' | 'met' | 'pillar' | 'quests' | 'kind'> &
  Partial<Pick<CriteriaLine, 'pillar' | 'quests'>> & {
    kind: Exclude<CriteriaLine['kind'], 'all' | 'any'>
    next: NextStep | null
  }

const leaf = ({ kind, need, next, pillar = null, quests = [], ...counted }: Leaf) => {
  const have = Math.min(Math.max(counted.have, 0), need)
  const met = have >= need
  return {
    met,
    fraction: met ? 1 : have / need,
    have,
    need,
    counts: kind,
    checklist: [{ kind, depth: 0, met, have, need, pillar, quests }],
    next: met ? null : next,
  } satisfies BadgeProgress
}

const allOf = (parts: BadgeProgress[]): BadgeProgress => {
  const have = parts.filter(({ met }) => met).length
  const met = have === parts.length
  const mean = sum(parts.map(({ fraction }) => fraction)) / parts.length
  return {
    met,
    // Rounding must not show incomplete as complete.
    fraction: met ? 1 : Math.min(mean, 1 - Number.EPSILON),
    have,
    need: parts.length,
    counts: 'parts',
    checklist: group('all', met, have, parts.length, parts),
    next: nearest(parts)?.next ?? null,
  }
}

const anyOf = (parts: BadgeProgress[]): BadgeProgress => {
  const done = parts.find(({ met }) => met)
  // The most advanced alternative determines the progress, even if only an advisor can continue it. The next step prefers one
  // that the learner can take.
  const best = done ?? byEase(parts).toSorted((a, b) => b.fraction - a.fraction)[0]
  return {
    met: done !== undefined,
    fraction: best?.fraction ?? 0,
    have: best?.have ?? 0,
    need: best?.need ?? 1,
    counts: best?.counts ?? 'parts',
    checklist: group('any', done !== undefined, done ? 1 : 0, 1, parts),
    next: done ? null : (nearest(parts)?.next ?? null),
  }
}

/** Open parts, most advanced first; parts that only others can complete come last. */
const byEase = (parts: BadgeProgress[]): BadgeProgress[] =>
  parts
    .filter(({ met }) => !met)
    .toSorted(
      (a, b) =>
        Number(a.next?.kind === 'award') - Number(b.next?.kind === 'award') ||
        b.fraction - a.fraction,
    )

const nearest = (parts: BadgeProgress[]): BadgeProgress | undefined => byEase(parts)[0]

const group = (
  kind: 'all' | 'any',
  met: boolean,
  have: number,
  need: number,
  parts: BadgeProgress[],
): CriteriaLine[] => [
  { kind, depth: 0, met, have, need, pillar: null, quests: [] },
  ...parts.flatMap(({ checklist }) => checklist.map(deeper)),
]

const deeper = (part: CriteriaLine): CriteriaLine => ({ ...part, depth: part.depth + 1 })
const shallower = (part: CriteriaLine): CriteriaLine => ({ ...part, depth: part.depth - 1 })

/** Distinct ids of all quests in the criteria. */
export const questsIn = (criteria: Criteria): string[] => {
  if ('all' in criteria) return [...new Set(criteria.all.flatMap(questsIn))]
  if ('any' in criteria) return [...new Set(criteria.any.flatMap(questsIn))]
  return 'quests' in criteria ? [...new Set(criteria.quests)] : []
}

/** True if the criteria contain an advisor's award, required or optional. */
export const requiresAdvisorAward = (criteria: Criteria): boolean => {
  if ('all' in criteria) return criteria.all.some(requiresAdvisorAward)
  if ('any' in criteria) return criteria.any.some(requiresAdvisorAward)
  return 'award' in criteria
}

type TitleOf = (questId: string) => string

const within = (pillar: Pillar | null) => (pillar === null ? '' : ` in ${PILLAR_NAMES[pillar]}`)

const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

/** Checklist line as an instruction: "Hand in 5 tasks in Communication". */
export const criterionInWords = (
  { kind, need, pillar, quests }: CriteriaLine,
  titleOf: TitleOf,
): string => {
  switch (kind) {
    case 'all':
      return 'All of these'
    case 'any':
      return 'Any one of these'
    case 'award':
      return 'Be chosen for it by an advisor'
    case 'xp':
      return `Earn ${need} XP${within(pillar) || ' in all'}`
    case 'tasks':
      return `Hand in ${tasks(need)}${within(pillar)}`
    case 'quests': {
      const [only, ...more] = quests
      if (only && more.length === 0) return `Complete “${titleOf(only.id)}”`
      if (need === quests.length) {
        return need === 2 ? 'Complete both of these quests' : `Complete all ${need} of these quests`
      }
      return `Complete any ${need} of these quests`
    }
  }
}

/** "Complete “Dinner for everyone”", "2 more tasks in Communication". */
export const stepInWords = (step: NextStep, titleOf: TitleOf): string => {
  switch (step.kind) {
    case 'quest':
      return `Complete “${titleOf(step.quest_id)}”`
    case 'xp':
      return `${step.count} more XP${within(step.pillar)}`
    case 'tasks':
      return `${step.count} more ${step.count === 1 ? 'task' : 'tasks'}${within(step.pillar)}`
    case 'award':
      return 'An advisor chooses who receives it'
  }
}

const NOTHING: BadgeFacts = {
  xp: {},
  tasks: {},
  completed: new Set(),
  begun: new Set(),
  awarded: false,
}

/** The criteria as a Markdown list, for readers of a badge. */
export const criteriaInWords = (criteria: Criteria, titleOf: TitleOf): string =>
  progressOn(criteria, NOTHING)
    .checklist.flatMap((part) => {
      const indent = '  '.repeat(part.depth)
      const named = part.quests.length > 1 ? part.quests : []
      return [
        `${indent}- ${criterionInWords(part, titleOf)}`,
        ...named.map(({ id }) => `${indent}  - ${titleOf(id)}`),
      ]
    })
    .join('\n')
