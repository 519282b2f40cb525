import { lazyPart } from '#ui'

export const BringIn = lazyPart(() => import('./BringIn.tsx'), 'BringIn')
export const EarlierList = lazyPart(() => import('./EarlierList.tsx'), 'EarlierList')
