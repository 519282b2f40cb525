import { lazyPart } from '#ui'

// A form with its validation weighs as much as its whole page (30 KiB).
export const NewLink = lazyPart(() => import('./NewLink.tsx'), 'NewLink', 'h-64')
export { OpenLink } from './OpenLink.tsx'
