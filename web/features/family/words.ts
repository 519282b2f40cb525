import type { GuardianScope } from '#rules/access'

/** What a guardian may do, scope by scope. */
export const SCOPE_WORDS: Record<GuardianScope, string> = {
  view: 'See work, feedback, progress and record',
  upload: 'Add evidence, labelled as theirs',
  tutor: 'Read conversations with the tutor and set its limits',
  messages: 'Read messages with others; the learner is told so',
  consent: 'Decide what is allowed, and invite other guardians',
}
