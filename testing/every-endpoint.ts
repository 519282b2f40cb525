import type { Endpoint } from '#contract/endpoint'
import { readContract } from '#server/open-api'

/** Every endpoint of every table in contract/: a new one is in the generated tests as soon as it is declared. */
export const everyEndpoint = async (): Promise<Endpoint[]> =>
  Object.values((await readContract()).tables).flatMap((table) => Object.values(table))

/** `GET /api/quests/{id}`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
