import { lazy } from 'react'

// Each is needed by few people, or late: none is part of what a page loads first.
export const SecondStep = lazy(async () => ({
  default: (await import('./SecondStep.tsx')).SecondStep,
}))
export const SetUpSecondFactor = lazy(async () => ({
  default: (await import('./SetUpSecondFactor.tsx')).SetUpSecondFactor,
}))
export const SigningIn = lazy(async () => ({
  default: (await import('./SigningIn.tsx')).SigningIn,
}))
export { PasskeyButton } from './PasskeyButton.tsx'
export const ProofForm = lazy(async () => ({
  default: (await import('./ProofForm.tsx')).ProofForm,
}))
