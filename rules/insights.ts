import { type Pillar, PILLAR_NAMES, PILLARS } from './pillars.ts'

export const INSIGHT_KINDS = [
  'rhythm',
  'strongest_pillar',
  'untouched_pillar',
  'returned',
  'finished',
] as const

/** Statement about a learner's recent weeks, with its figures. Never compares children. */
export type Insight = {
  kind: (typeof INSIGHT_KINDS)[number]
  statement: string
  figures: { name: string; value: number }[]
  /** Conversation starter. */
  ask: string
}

export type InsightFacts = {
  firstName: string
  /** Submitted tasks per week, the current week last; at least four weeks. */
  tasksByWeek: readonly number[]
  /** XP of the same weeks. */
  pillars: Readonly<Partial<Record<Pillar, number>>>
  /** Returned work that was not resubmitted. */
  returned: readonly { questTitle: string; taskTitle: string }[]
  /** Quests completed in these weeks, newest first. */
  finished: readonly { title: string }[]
}

/** Minimum of submissions for a statement. */
const MIN_TASKS = 3

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** At most one statement per kind, most relevant for a family first. */
export const insightsOf = (facts: InsightFacts): Insight[] =>
  [finished(facts), returned(facts), rhythm(facts), strongest(facts), untouched(facts)].filter(
    (insight) => insight !== null,
  )

const finished = ({ firstName, finished: [newest, ...others] }: InsightFacts): Insight | null =>
  newest
    ? {
        kind: 'finished',
        statement: `${firstName} completed “${newest.title}”${others.length > 0 ? ` and ${counted(others.length, 'other quest', 'other quests')}` : ''}.`,
        figures: [{ name: 'Quests completed', value: others.length + 1 }],
        ask: `Ask about “${newest.title}”: what turned out differently than expected?`,
      }
    : null

const returned = ({ firstName, returned: [first, ...others] }: InsightFacts): Insight | null =>
  first
    ? {
        kind: 'returned',
        statement: `A teacher returned “${first.taskTitle}”${others.length > 0 ? ` and ${counted(others.length, 'other piece', 'other pieces')}` : ''} with a comment on how to continue. Returned work keeps its XP.`,
        figures: [{ name: 'Pieces to continue with', value: others.length + 1 }],
        ask: `Ask ${firstName} to show you what the teacher wrote about “${first.taskTitle}”.`,
      }
    : null

const rhythm = ({ firstName, tasksByWeek }: InsightFacts): Insight | null => {
  const whole = tasksByWeek.slice(0, -1)
  const half = Math.floor(whole.length / 2)
  const [earlier, later] = [sum(whole.slice(0, half)), sum(whole.slice(-half))]
  if (half === 0 || earlier + later < MIN_TASKS) return null
  const figures = [
    { name: `Tasks in the ${counted(half, 'week', 'weeks')} before`, value: earlier },
    { name: `Tasks in the last ${counted(half, 'whole week', 'whole weeks')}`, value: later },
  ]
  if (later >= earlier * 1.5) {
    return {
      kind: 'rhythm',
      statement: `${firstName} handed in more than in the weeks before.`,
      figures,
      ask: 'Ask what makes it go well at the moment.',
    }
  }
  if (later <= earlier / 2) {
    return {
      kind: 'rhythm',
      statement: `${firstName} handed in less than in the weeks before. A pause does no harm.`,
      figures,
      ask: 'Ask what else is going on at the moment, and whether the plan still fits.',
    }
  }
  return {
    kind: 'rhythm',
    statement: `${firstName} keeps a steady rhythm.`,
    figures,
    ask: 'Ask which hour of the week is the favourite one.',
  }
}

const strongest = ({ firstName, pillars }: InsightFacts): Insight | null => {
  const total = sum(Object.values(pillars))
  const [most] = PILLARS.toSorted((a, b) => (pillars[b] ?? 0) - (pillars[a] ?? 0))
  const xp = most ? (pillars[most] ?? 0) : 0
  if (!most || total < 200 || xp * 2 < total) return null
  return {
    kind: 'strongest_pillar',
    statement: `At least half of what ${firstName} earned in these weeks is in ${PILLAR_NAMES[most]}.`,
    figures: [
      { name: `XP in ${PILLAR_NAMES[most]}`, value: xp },
      { name: 'XP in all', value: total },
    ],
    ask: `Ask what ${firstName} would like to make next.`,
  }
}

const untouched = ({ firstName, pillars }: InsightFacts): Insight | null => {
  const total = sum(Object.values(pillars))
  const missing = PILLARS.filter((pillar) => (pillars[pillar] ?? 0) <= 0)
  const [first] = missing
  if (!first || total < 200) return null
  return {
    kind: 'untouched_pillar',
    statement: `${missing.map((pillar) => PILLAR_NAMES[pillar]).join(', ')}: nothing yet in these weeks.`,
    figures: [
      { name: 'Pillars with XP', value: PILLARS.length - missing.length },
      { name: 'XP in all', value: total },
    ],
    ask: `Look for a quest in ${PILLAR_NAMES[first]} together that ${firstName} would enjoy.`,
  }
}
