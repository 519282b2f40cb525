export { questList } from './queries.ts'
export { QuestPreview } from './QuestPreview.tsx'
