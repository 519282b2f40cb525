export { isAddressOfMinor, isMinor } from './guardians.ts'
