export { academyRoutes, agreementScans } from './handlers.ts'
export { findInForce } from './queries.ts'
export { countersign, draft, sign } from './record.ts'
