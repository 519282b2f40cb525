export { QuestDetails } from './QuestDetails.tsx'
export { QuestPreview } from './QuestPreview.tsx'
