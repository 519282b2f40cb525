import { lazyPart, Spinner } from '#ui'

export { CloseAccount } from './CloseAccount.tsx'
// Few people ever see it: it is not part of what every page behind the guard loads first.
export const ClosingAccount = lazyPart(
  () => import('./ClosingAccount.tsx'),
  'ClosingAccount',
  Spinner,
)
export { ChildExports, Exports } from './Exports.tsx'
