import { randomUUID } from 'node:crypto'

import { auth, type LoginReply } from '#contract/auth'
import type { Db } from '#platform/database'
import type { Persistent } from '#testing/persistent-client'

import { PASSWORD } from './people.ts'
import type { Random } from './random.ts'

/** A simulated user who remembers acknowledged effects. */
export type Actor = {
  name: string
  /** Performs one action. Throws Refused if the site refuses it. */
  work: () => Promise<void>
  /** Throws unless the site shows everything that it acknowledged. */
  look?: () => Promise<void>
  /** Throws unless everything acknowledged is stored, and nothing else. */
  checkStored: (db: Db) => Promise<void>
}

/** One effect for all attempts. */
export const onceOnly = () => ({ idempotencyKey: randomUUID() })

/** Random addresses avoid per-network limits. */
export const anyAddress = (random: Random) =>
  ['10', ...[0, 0, 0].map(() => random.between(0, 255))].join('.')

/** Signs in on a new device, whose headers then carry the session. */
export const signIn = async (
  client: Persistent,
  email: string,
  random: Random,
): Promise<LoginReply> => {
  delete client.headers.authorization
  client.headers['x-forwarded-for'] = anyAddress(random)
  const reply = (await client
    .call(auth)
    .login({ body: { email, password: PASSWORD } })) as LoginReply
  client.headers.authorization = `Bearer ${reply.app_access_token}`
  return reply
}
