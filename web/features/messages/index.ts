import { lazy } from 'react'

export { ChildConversations } from './ChildConversations.tsx'
export const WriteButton = lazy(async () => ({
  default: (await import('./WriteButton.tsx')).WriteButton,
}))
