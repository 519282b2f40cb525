import { lazyPart } from '#ui'

// Most submissions have no feedback yet: loads its view only if there is some.
export const AttemptFeedback = lazyPart(
  () => import('./AttemptFeedback.tsx'),
  'AttemptFeedback',
  ({ before }) => before,
)
