export { academyRoutes, agreementScans } from './handlers.ts'
export { countersign, draft, sign } from './record.ts'
