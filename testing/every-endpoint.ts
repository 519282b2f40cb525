import type { Endpoint } from '#contract/endpoint'
import { readContract } from '#server/open-api'

/** All endpoints of all tables in contract/: generated tests include new ones as soon as they are declared. */
export const everyEndpoint = async (): Promise<Endpoint[]> =>
  Object.values((await readContract()).tables).flatMap((table) => Object.values(table))

/** `GET /api/quests/{id}`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
