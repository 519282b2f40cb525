import { lazyPart } from '#ui/lazy-part'

export const Choices = lazyPart(() => import('./Choices.tsx'), 'Choices')
