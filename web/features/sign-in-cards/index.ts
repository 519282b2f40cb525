export { AddressForm } from './AddressForm.tsx'
export { SignInSection } from './SignInSection.tsx'
