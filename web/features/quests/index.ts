export { QuestPreview } from './QuestPreview.tsx'
