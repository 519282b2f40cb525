export { ChildConversations } from './ChildConversations.tsx'
