import { lazy } from 'react'

// Each is fetched beside the page that it stands on, and without the other.
export const ChildConnections = lazy(async () => ({
  default: (await import('./ChildConnections.tsx')).ChildConnections,
}))
export const PersonReports = lazy(async () => ({
  default: (await import('./PersonReports.tsx')).PersonReports,
}))
