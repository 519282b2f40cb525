import { lazyPart, Spinner } from '#ui'

// Few people ever see it: it is not part of what every page behind the guard loads first.
export const AwaitingConsent = lazyPart(
  () => import('./AwaitingConsent.tsx'),
  'AwaitingConsent',
  Spinner,
)
