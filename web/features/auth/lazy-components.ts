import { lazy } from 'react'

// Few people ever see the form, and no visitor the button: they are not part of what their pages load first.
export const ResendForm = lazy(async () => ({
  default: (await import('./ResendForm.tsx')).ResendForm,
}))
export const SignOutButton = lazy(async () => ({
  default: (await import('./SignOutButton.tsx')).SignOutButton,
}))
