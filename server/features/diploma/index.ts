export { diplomaContent } from './credential-content.ts'
export { diplomaRoutes } from './handlers.ts'
export { takeOutCertificate } from './make-diploma.ts'
