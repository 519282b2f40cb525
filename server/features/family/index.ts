export { isAddressOfMinor, isGuardianOf, mayPublish } from './guardians.ts'
