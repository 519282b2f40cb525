export { consentFormFiles, listScansOfChild } from './forms.ts'
export { consentRoutes } from './handlers.ts'
export { askAgainFor } from './waiting.ts'
