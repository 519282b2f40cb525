import { lazyPart } from '#ui'

// The learner's view with all that it needs; the form is there before it.
export const Preview = lazyPart(() => import('./Preview.tsx'), 'Preview', 'h-96')
