import { lazyPart } from '#ui/lazy-part'

export { ChildConversations } from './ChildConversations.tsx'
export const WriteButton = lazyPart(() => import('./WriteButton.tsx'), 'WriteButton')
