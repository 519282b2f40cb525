export { isAddressOfMinor, isGuardianOf } from './guardians.ts'
