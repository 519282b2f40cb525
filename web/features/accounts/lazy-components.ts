import { lazy } from 'react'

// Few people ever see these: they are not part of what their pages load first.
export const AwaitingConsent = lazy(async () => ({
  default: (await import('./AwaitingConsent.tsx')).AwaitingConsent,
}))
export const ClosingAccount = lazy(async () => ({
  default: (await import('./ClosingAccount.tsx')).ClosingAccount,
}))
export const ResendForm = lazy(async () => ({
  default: (await import('./ResendForm.tsx')).ResendForm,
}))
export const SignOutButton = lazy(async () => ({
  default: (await import('./SignOutButton.tsx')).SignOutButton,
}))
