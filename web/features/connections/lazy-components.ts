import { lazyPart } from '#ui'

// Each is fetched beside the page that it stands on, and without the other.
export const ChildConnections = lazyPart(
  () => import('./ChildConnections.tsx'),
  'ChildConnections',
  'h-64',
)
export const PersonReports = lazyPart(() => import('./PersonReports.tsx'), 'PersonReports')
