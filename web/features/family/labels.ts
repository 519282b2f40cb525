import { paths } from '#contract/paths'
import type { GuardianScope } from '#rules/access'

/** What a guardian may do, scope by scope. */
export const SCOPE_WORDS: Record<GuardianScope, string> = {
  view: 'See work, feedback, progress and record',
  upload: 'Add evidence, labelled as theirs',
  tutor: 'Read conversations with the tutor and set its limits',
  messages: 'Read messages with others; the learner is told so',
  consent: 'Decide what is allowed, and invite other guardians',
}

/** What the pages about a child say where the reader has no such child. */
export const NO_SUCH_CHILD = {
  title: 'There is no such child',
  text: 'You see the children who are linked to your account.',
  action: { to: paths.parentDashboard, label: 'Your family' },
}
