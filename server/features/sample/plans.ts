import { changePlan, propose } from '#features/plan'
import { idFromName } from '#platform/content'
import type { Db } from '#platform/database'
import { addDays } from '#rules/plan'

import type { SamplePeople } from './content.ts'

type SamplePlan = {
  learner: Exclude<keyof SamplePeople, 'advisor' | 'parent'>
  /** Days from the creation of the sample; null for a wish. */
  entries: [quest: string, days: number | null, note?: string][]
  breaks: [label: string, first: number, last: number][]
  proposal?: { quest: string; days: number; note: string }
}

const PLANS: readonly SamplePlan[] = [
  {
    learner: 'student',
    entries: [
      ['one-tune-many-lives', -3],
      ['a-paycheck-and-a-plan', 5, 'Bring the pay slip from the bakery.'],
      [
        'a-moon-for-every-night',
        16,
        'Begin two or three days after new moon, with the thin crescent.',
      ],
      ['what-your-heart-can-tell-you', 38],
      ['carry-a-poem-across', null],
    ],
    breaks: [['Winter holidays', 26, 36]],
    proposal: {
      quest: 'bread-from-four-corners',
      days: 24,
      note: 'My grandmother could show me injera.',
    },
  },
  {
    learner: 'child',
    entries: [
      ['is-this-dice-game-fair', 4],
      ['a-kite-that-really-flies', 12, 'When the wind is back.'],
      ['a-hotel-for-small-guests', null],
    ],
    breaks: [],
    proposal: { quest: 'invent-a-playground-game', days: 20, note: 'With Emil and Sanna!' },
  },
  {
    learner: 'ravi',
    entries: [['secrets-in-plain-sight', 20]],
    breaks: [['With family in Kochi', -18, 9]],
  },
  {
    learner: 'kwame',
    entries: [
      ['the-story-of-one-tree', -16],
      ['how-many-feet-is-a-house', 14],
    ],
    breaks: [],
  },
]

/** Creates plans agreed with the advisor, and learners' proposals. */
export const createSamplePlans = async (db: Db, people: SamplePeople, now: Date): Promise<void> => {
  const day = (days: number) => addDays(now.toISOString().slice(0, 10), days)
  for (const { learner, entries, breaks, proposal } of PLANS) {
    const planned = {
      entries: entries.map(([quest, days, note = '']) => ({
        quest_id: idFromName(quest),
        target_date: days === null ? null : day(days),
        note,
      })),
      breaks: breaks.map(([label, first, last]) => ({ label, from: day(first), to: day(last) })),
    }
    await changePlan(db, people[learner], planned, { userId: people.advisor, now })
    if (!proposal) continue
    const wish = {
      quest_id: idFromName(proposal.quest),
      target_date: day(proposal.days),
      note: proposal.note,
    }
    await propose(db, people[learner], wish, { userId: people[learner], mayEdit: false, now })
  }
}
