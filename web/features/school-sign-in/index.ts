import { lazy } from 'react'

export { SchoolButton } from './SchoolButton.tsx'
export const SchoolAccount = lazy(async () => ({
  default: (await import('./SchoolAccount.tsx')).SchoolAccount,
}))
