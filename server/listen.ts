import type { FastifyInstance } from 'fastify'

import type { Config } from '#platform/config'
import { CannotStart } from '#platform/database'

type Place = Pick<Config, 'HOST' | 'PORT'>

const noSuchAddress = ({ HOST }: Place) =>
  `This machine has no address ${HOST}: set HOST to one of its own, or to 0.0.0.0 for all of them.`

/** Explanations of listen errors, by error code. */
const REASONS: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ HOST, PORT }) =>
    `Something listens on port ${PORT} of ${HOST} already, perhaps this site itself: stop that, or set PORT to another.`,
  EACCES: ({ PORT }) =>
    `This user may not listen on port ${PORT}: set PORT to 1024 or higher, and let a proxy pass on what comes to the lower one.`,
  EADDRNOTAVAIL: noSuchAddress,
  EAFNOSUPPORT: noSuchAddress,
  ENOTFOUND: noSuchAddress,
}

/**
 * Starts listening. Returns the URL.
 * @throws CannotStart with a sentence that names PORT or HOST
 */
export const listen = async (http: FastifyInstance, { HOST, PORT }: Place): Promise<string> => {
  try {
    return await http.listen({ host: HOST, port: PORT })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error && REASONS[String(error.code)]
    throw reason ? new CannotStart(reason({ HOST, PORT })) : error
  }
}
