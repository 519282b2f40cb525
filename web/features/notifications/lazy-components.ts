import { lazy } from 'react'

export const Choices = lazy(async () => ({ default: (await import('./Choices.tsx')).Choices }))
