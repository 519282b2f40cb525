import { once } from 'node:events'
import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { Config } from '#platform/config'
import { CannotStart } from '#platform/database'

type Place = Pick<Config, 'HOST' | 'PORT'>

const noSuchAddress = ({ HOST }: Place) =>
  `This machine has no address ${HOST}: set HOST to one of its own, or to 0.0.0.0 for all of them.`

/** Explanations of listen errors, by error code. */
const REASONS: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ HOST, PORT }) =>
    `Port ${PORT} on ${HOST} is already in use, perhaps by this site: stop that process, or set PORT to another.`,
  EACCES: ({ PORT }) =>
    `This user may not listen on port ${PORT}: set PORT to 1024 or higher, and let a proxy pass on what comes to the lower one.`,
  EADDRNOTAVAIL: noSuchAddress,
  EAFNOSUPPORT: noSuchAddress,
  ENOTFOUND: noSuchAddress,
}

/**
 * Checks that the address is free, before the database starts and the schema changes.
 * @throws CannotStart with a sentence that names PORT or HOST
 */
export const requireFreeAddress = async (place: Place): Promise<void> => {
  const server = createServer()
  await inWords(place, async () => {
    await once(server.listen({ host: place.HOST, port: place.PORT }), 'listening')
  })
  server.close()
  await once(server, 'close')
}

/**
 * Starts listening. Returns the URL.
 * @throws CannotStart with a sentence that names PORT or HOST
 */
export const listen = (http: FastifyInstance, place: Place): Promise<string> =>
  inWords(place, () => http.listen({ host: place.HOST, port: place.PORT }))

const inWords = async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error && 'code' in error && REASONS[String(error.code)]
    throw reason ? new CannotStart(reason(place)) : error
  }
}
