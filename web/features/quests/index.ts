export { HandIns } from './HandIns.tsx'
export { QuestCover } from './QuestCover.tsx'
export { QuestPreview } from './QuestPreview.tsx'
export { questList } from './queries.ts'
