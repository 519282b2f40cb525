import type { CaseloadLearner } from '#contract/caseload'

type Concern = CaseloadLearner['concerns'][number]

const WORDS = {
  quiet:
    'I haven’t seen anything from you for a while, and I’d like to know how you are getting on. Is something in the way? One line is enough.',
  not_begun:
    'would you like help choosing a first quest? Tell me one thing you are curious about, and I’ll suggest something short.',
  returned:
    'I sent you a piece back a while ago. Is it clear what is still missing? If not, tell me where you are stuck and we’ll look at it together.',
  behind_plan:
    'part of your plan is overdue. That happens. Shall we move it, or make it smaller? Tell me what would help.',
} satisfies Record<Concern['kind'], string>

/** Message to a learner about a concern, for the teacher to change and send. */
export const nudge = (firstName: string, { kind }: Concern): string =>
  `Hello ${firstName}, ${WORDS[kind]}`
