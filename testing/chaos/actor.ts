import { randomUUID } from 'node:crypto'

import { auth, type LoginReply } from '#contract/auth'
import type { Db } from '#platform/database'
import type { Persistent } from '#testing/persistent-client'

import { PASSWORD } from './people.ts'
import type { Random } from './random.ts'

/** Somebody who uses the site, and remembers what it acknowledged. */
export type Actor = {
  name: string
  /** Does one thing. Throws Refused where the site says no. */
  work: () => Promise<void>
  /** Throws unless the site shows what it acknowledged. */
  look?: () => Promise<void>
  /** Throws unless all that was acknowledged is stored, and nothing else. */
  checkStored: (db: Db) => Promise<void>
}

/** One effect, however often it is asked for. */
export const onceOnly = () => ({ idempotencyKey: randomUUID() })

/** So that limits by network are met by nobody. */
export const anyAddress = (random: Random) =>
  ['10', ...[0, 0, 0].map(() => random.between(0, 255))].join('.')

/** Signs in on a device of one's own, whose headers carry the session from then on. */
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
