import { lazyPart, Spinner } from '#ui'

// Each is needed by few people, or late: none is part of what a page loads first.
export const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep', Spinner)
export const SetUpSecondFactor = lazyPart(
  () => import('./SetUpSecondFactor.tsx'),
  'SetUpSecondFactor',
  Spinner,
)
export const SigningIn = lazyPart(() => import('./SigningIn.tsx'), 'SigningIn', 'h-48')
export { PasskeyButton } from './PasskeyButton.tsx'
export const ProofForm = lazyPart(() => import('./ProofForm.tsx'), 'ProofForm', 'h-48')
