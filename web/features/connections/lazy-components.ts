import { lazyPart } from '#ui'

// Loaded separately, each beside its page.
export const ChildConnections = lazyPart(
  () => import('./ChildConnections.tsx'),
  'ChildConnections',
  'h-64',
)
export const PersonReports = lazyPart(() => import('./PersonReports.tsx'), 'PersonReports')
