import { lazyPart } from '#ui'

export { SchoolButton } from './SchoolButton.tsx'
export const SchoolAccount = lazyPart(() => import('./SchoolAccount.tsx'), 'SchoolAccount', 'h-48')
