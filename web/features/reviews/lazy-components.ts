import { lazyPart } from '#ui'

// Most hand-ins that are looked at have no feedback yet: what shows it comes when there is some.
export const AttemptFeedback = lazyPart(
  () => import('./AttemptFeedback.tsx'),
  'AttemptFeedback',
  ({ before }) => before,
)
