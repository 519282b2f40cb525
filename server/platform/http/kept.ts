import type { FastifyReply, FastifyRequest } from 'fastify'

import { createKept } from '#platform/kept'

/** A reply that is JSON already. */
export class Written<R> {
  declare readonly of: R
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

const keep = createKept<Written<unknown>>(({ json }) => json.length)

/**
 * Answers with what this node has answered before under the same name, without making and writing it again.
 * @param name of the state that the answer is made of, and of all else that it depends on
 */
export type Kept = <R extends object>(name: string, make: () => Promise<R>) => Promise<Written<R>>

export const keptByName =
  (request: FastifyRequest, reply: FastifyReply): Kept =>
  <R extends object>(name: string, make: () => Promise<R>) =>
    keep(
      `${request.routeOptions.url} ${name}`,
      async () => new Written<unknown>(String(reply.serialize(await make()))),
    ) as Promise<Written<R>>
