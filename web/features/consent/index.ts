import { lazy } from 'react'

// Few people ever see it: it is not part of what every page behind the guard loads first.
export const AwaitingConsent = lazy(async () => ({
  default: (await import('./AwaitingConsent.tsx')).AwaitingConsent,
}))
