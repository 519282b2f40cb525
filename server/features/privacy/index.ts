export { forgetUnconsented } from './closing.ts'
export { eraseAccount } from './erase.ts'
export { privacyRoutes } from './handlers.ts'
