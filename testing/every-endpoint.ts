import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { Endpoint } from '#contract/endpoint'

const CONTRACT = path.join(import.meta.dirname, '../contract')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** Every endpoint of every table in contract/: a new one is in the generated tests as soon as it is declared. */
export const everyEndpoint = async (): Promise<Endpoint[]> => {
  const files = (await readdir(CONTRACT)).filter((file) => file.endsWith('.ts'))
  const rooms: object[] = await Promise.all(
    files.map((file) => import(path.join(CONTRACT, file)) as Promise<object>),
  )
  const declared = rooms
    .flatMap((room) => Object.values(room))
    .flatMap((value: unknown) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
    .filter(isEndpoint)
  // A call that a first page makes is declared a second time without schemas, in first-calls.ts; its table comes after that.
  return [...new Map(declared.map((endpoint) => [nameOf(endpoint), endpoint])).values()]
}

/** `GET /api/quests/{id}`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
