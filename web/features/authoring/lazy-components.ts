import { lazyPart } from '#ui'

// The learner's view is heavy; the form renders before it.
export const Preview = lazyPart(() => import('./Preview.tsx'), 'Preview', 'h-96')
