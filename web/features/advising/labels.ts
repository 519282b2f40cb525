import type { CaseloadLearner } from '#contract/caseload'
import { number } from '#web/format'

/** Credits with a sign. */
export const withSign = (credits: number): string =>
  credits > 0 ? `+${number(credits)}` : number(credits)

export const pluralize = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`

type Concern = CaseloadLearner['concerns'][number]

const days = (count: number) => pluralize(count, 'day', 'days')

const CONCERNS: { [K in Concern['kind']]: (concern: Extract<Concern, { kind: K }>) => string } = {
  quiet: ({ days: since, per_week }) =>
    `Nothing handed in for ${days(since)}, previously about ${number(per_week)} a week`,
  not_begun: ({ days: since }) =>
    `Nothing handed in yet, ${days(since)} after being assigned to you`,
  returned: ({ days: since, pieces }) =>
    `${pluralize(pieces, 'returned piece', 'returned pieces')} not reworked for ${days(since)}`,
  behind_plan: ({ days: since, quests }) =>
    `${pluralize(quests, 'quest was', 'quests were')} overdue on the plan, the first by ${days(since)}`,
}

/** A concern in words, with its figures. */
export const concernInWords = (concern: Concern): string =>
  (CONCERNS[concern.kind] as (concern: Concern) => string)(concern)

/** Work that waits for the advisor. */
export const waitingInWords = ({ waiting, proposals }: CaseloadLearner): string =>
  [
    waiting > 0 ? pluralize(waiting, 'piece to review', 'pieces to review') : '',
    proposals > 0 ? pluralize(proposals, 'proposal', 'proposals') : '',
  ]
    .filter(Boolean)
    .join(', ')
