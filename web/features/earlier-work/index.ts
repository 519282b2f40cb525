import { lazyPart } from '#ui'

export const ImportCard = lazyPart(
  () => import('./ImportEarlierWork.tsx'),
  'ImportEarlierWork',
  'mt-8 h-48',
)
export const EarlierList = lazyPart(() => import('./EarlierList.tsx'), 'EarlierList')
