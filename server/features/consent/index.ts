export { consentFormFiles } from './forms.ts'
export { consentRoutes } from './handlers.ts'
export { askAgainFor } from './waiting.ts'
