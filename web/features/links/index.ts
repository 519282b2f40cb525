import { lazyPart } from '#ui'

// A form, with what checks it, weighs as much as the page that it stands at the end of (30 KiB).
export const NewLink = lazyPart(() => import('./NewLink.tsx'), 'NewLink', 'h-64')
export { OpenLink } from './OpenLink.tsx'
