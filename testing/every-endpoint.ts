import type { Endpoint, EndpointTable } from '#contract/endpoint'
import { TABLES } from '#contract/tables'

/** All endpoints of the contract: generated tests include new ones as soon as they are declared. */
export const ENDPOINTS: readonly Endpoint[] = Object.values<EndpointTable>(TABLES).flatMap(
  (table) => Object.values(table),
)

/** `GET /api/quests/{id}`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
