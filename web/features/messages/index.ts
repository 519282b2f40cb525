import { lazyPart } from '#ui'

export { ChildConversations } from './ChildConversations.tsx'
export const WriteButton = lazyPart(() => import('./WriteButton.tsx'), 'WriteButton', 'h-9 w-24')
