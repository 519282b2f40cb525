export { AddressForm } from './AddressForm.tsx'
export { AskGuardianForm } from './AskGuardianForm.tsx'
export { SignInSection } from './SignInSection.tsx'
