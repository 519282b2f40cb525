import { lazyPart, Spinner } from '#ui'

// Rarely seen, so not part of the initial bundle behind the guard.
export const AwaitingConsent = lazyPart(
  () => import('./AwaitingConsent.tsx'),
  'AwaitingConsent',
  Spinner,
)
