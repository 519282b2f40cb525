import { lazyPart } from '#ui'

export { Disclosures } from './Disclosures.tsx'
export { Guardians } from './Guardians.tsx'
export { NO_SUCH_CHILD, SCOPE_WORDS } from './labels.ts'
export { milestonesOfChildren } from './queries.ts'

export const MilestoneNotice = lazyPart(() => import('./MilestoneNotice.tsx'), 'MilestoneNotice')
export const ChildMilestones = lazyPart(() => import('./ChildMilestones.tsx'), 'ChildMilestones')
export const UseCode = lazyPart(() => import('./UseCode.tsx'), 'UseCode', 'mt-4 h-32')
export const YoungScreenSwitch = lazyPart(
  () => import('./YoungScreenSwitch.tsx'),
  'YoungScreenSwitch',
)
