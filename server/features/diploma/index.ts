export { diplomaContent } from './credential-content.ts'
export { diplomaRoutes } from './handlers.ts'
export { issueCertificate } from './make-diploma.ts'
