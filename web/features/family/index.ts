import { lazy } from 'react'

export { Disclosures } from './Disclosures.tsx'
export { Guardians } from './Guardians.tsx'
export { SCOPE_WORDS } from './words.ts'

export const MilestoneNotice = lazy(async () => ({
  default: (await import('./MilestoneNotice.tsx')).MilestoneNotice,
}))
export const ChildMilestones = lazy(async () => ({
  default: (await import('./ChildMilestones.tsx')).ChildMilestones,
}))
export const UseCode = lazy(async () => ({ default: (await import('./UseCode.tsx')).UseCode }))
