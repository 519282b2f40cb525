import { lazy } from 'react'

export const BringIn = lazy(async () => ({ default: (await import('./BringIn.tsx')).BringIn }))
export const EarlierList = lazy(async () => ({
  default: (await import('./EarlierList.tsx')).EarlierList,
}))
