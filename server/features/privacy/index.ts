export { eraseDue, forgetUnconsented, refuseLastAdmin } from './closing.ts'
export { eraseAccount } from './erase.ts'
export { exportFiles } from './exports.ts'
export { privacyRoutes } from './handlers.ts'
