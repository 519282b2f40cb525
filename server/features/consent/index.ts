export { askAgain } from './ask-again.ts'
export { consentFormFiles, forgetPapers } from './forms.ts'
export { consentRoutes } from './handlers.ts'
