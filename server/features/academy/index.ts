export { academyRoutes, agreementScans } from './handlers.ts'
export { findActiveAgreement } from './queries.ts'
export { countersignAgreement, draftAgreement, signAgreement } from './record.ts'
