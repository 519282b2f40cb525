import { lazyPart } from '#ui'

export const Choices = lazyPart(() => import('./Choices.tsx'), 'Choices', 'h-96')
