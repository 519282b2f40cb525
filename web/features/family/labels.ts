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
  text: 'You see children who are linked to your account, while their own account is open. Your family page says who waits for consent.',
  action: { to: paths.parentDashboard, label: 'Your family' },
}
