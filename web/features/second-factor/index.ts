import { lazyPart, Spinner } from '#ui'

// Rarely or late needed, so not part of the initial bundle.
export const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep', Spinner)
export const SetUpSecondFactor = lazyPart(
  () => import('./SetUpSecondFactor.tsx'),
  'SetUpSecondFactor',
  Spinner,
)
export const SigningIn = lazyPart(() => import('./SigningIn.tsx'), 'SigningIn', 'h-48')
export { PasskeyButton } from './PasskeyButton.tsx'
export const ProofForm = lazyPart(() => import('./ProofForm.tsx'), 'ProofForm', 'h-48')
