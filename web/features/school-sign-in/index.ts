import { lazyPart } from '#ui/lazy-part'

export { SchoolButton } from './SchoolButton.tsx'
export const SchoolAccount = lazyPart(() => import('./SchoolAccount.tsx'), 'SchoolAccount')
