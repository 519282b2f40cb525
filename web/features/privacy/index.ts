import { lazyPart, Spinner } from '#ui'

export { CloseAccount } from './CloseAccount.tsx'
// Rarely seen, so not part of the initial bundle behind the guard.
export const ClosingAccount = lazyPart(
  () => import('./ClosingAccount.tsx'),
  'ClosingAccount',
  Spinner,
)
export { ChildExports, Exports } from './Exports.tsx'
