import type { CaseloadLearner } from '#contract/caseload'
import { number } from '#web/format'

/** Credits with a sign. */
export const signed = (credits: number): string =>
  credits > 0 ? `+${number(credits)}` : number(credits)

export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`

type Concern = CaseloadLearner['concerns'][number]

const days = (count: number) => counted(count, 'day', 'days')

const CONCERNS: { [K in Concern['kind']]: (concern: Extract<Concern, { kind: K }>) => string } = {
  quiet: ({ days: since, per_week }) =>
    `Nothing handed in for ${days(since)}, after ${number(per_week)} a week`,
  not_begun: ({ days: since }) => `Nothing handed in yet, ${days(since)} after coming to you`,
  returned: ({ days: since, pieces }) =>
    `${counted(pieces, 'returned piece', 'returned pieces')} not picked up again for ${days(since)}`,
  behind_plan: ({ days: since, quests }) =>
    `${counted(quests, 'quest was', 'quests were')} planned for earlier, the first ${days(since)} ago`,
}

/** A concern in words, with its figures. */
export const concernInWords = (concern: Concern): string =>
  (CONCERNS[concern.kind] as (concern: Concern) => string)(concern)

/** Work that waits for the advisor. */
export const waitingInWords = ({ waiting, proposals }: CaseloadLearner): string =>
  [
    waiting > 0 ? counted(waiting, 'piece to read', 'pieces to read') : '',
    proposals > 0 ? counted(proposals, 'proposal', 'proposals') : '',
  ]
    .filter(Boolean)
    .join(', ')
