export { isGuardianOf } from './guardians.ts'
