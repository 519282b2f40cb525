import { lazy } from 'react'

// A form, with what checks it, weighs 30 KiB; few people need this one.
export const ResendForm = lazy(async () => ({
  default: (await import('./ResendForm.tsx')).ResendForm,
}))
