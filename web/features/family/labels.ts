import { paths } from '#contract/paths'
import type { GuardianScope } from '#rules/access'

/** Texts of the guardian scopes. */
export const SCOPE_WORDS: Record<GuardianScope, string> = {
  view: 'See work, feedback, progress and record',
  upload: 'Add evidence, labelled as added by them',
  tutor: 'Read conversations with the tutor and set its limits',
  messages: 'Read messages with others (the learner is told)',
  consent: 'Decide what is allowed, and invite other guardians',
}

/** Not found message of pages about a child. */
export const NO_SUCH_CHILD = {
  title: 'Child not found',
  text: 'You can only see children linked to your account.',
  action: { to: paths.parentDashboard, label: 'Your family' },
}
