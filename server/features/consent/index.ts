export { consentFormFiles, listScansOfChild } from './forms.ts'
export { consentRoutes } from './handlers.ts'
export { activateConsentedAccount, stopAccount } from './record-consent.ts'
export { askAgainFor } from './waiting.ts'
