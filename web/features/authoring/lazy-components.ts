import { lazy } from 'react'

// The learner's view with all that it needs; the form is there before it.
export const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))
