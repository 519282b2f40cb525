export { PersonalQuests } from './PersonalQuests.tsx'
export type { PersonalChoice } from './PersonalQuests.tsx'
