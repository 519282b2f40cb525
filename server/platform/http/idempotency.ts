import { createHmac } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { type Db, transaction } from '#platform/database'
import { seal, unseal } from '#platform/sealed'

import { invalid, unprocessable } from './errors.ts'
import type { Parts } from './parts.ts'

/** A request's `Idempotency-Key`, its owner, and a hash of its input. */
type RequestKey = { scope: string; key: string; fingerprint: string }

/**
 * Runs an effect in a transaction; with an `Idempotency-Key`, at most once per caller, key and input. A repeated request waits
 * for the first and gets its reply; the same key with other input is a 422. The key is stored in the effect's own transaction, so
 * a crash leaves either both or neither. The reply is encrypted, because it may contain a code or link of which the database
 * otherwise has only the hash.
 * @param about identifies the input if the body does not (a file's hash, for example)
 * @param holds false if the effect of the first request is gone since: then it runs again, and its reply replaces the first
 */
export type RunOnce = <R>(
  effect: (db: Db) => Promise<R>,
  about?: unknown,
  holds?: (db: Db, reply: R) => Promise<boolean>,
) => Promise<R>

const SEALED = 'idempotent reply'

type Keys = Pick<Parts, 'db' | 'secret'>

/** Null for a request without a key. */
const requestKey = (
  { secret }: Keys,
  request: FastifyRequest,
  about: unknown,
): RequestKey | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid('Idempotency-Key must be 1 to 200 visible ASCII characters.')
  }
  // Keyed, because the input may contain a password, which readers of the table must not be able to guess.
  const fingerprint = createHmac('sha256', secret)
    .update(JSON.stringify([request.method, request.url, about ?? null]))
    .digest('hex')
  return { scope: request.caller?.userId ?? 'anonymous', key, fingerprint }
}

export const idempotent =
  (keys: Keys, request: FastifyRequest, body: unknown): RunOnce =>
  (effect, about = body, holds = undefined) => {
    const given = requestKey(keys, request, about)
    if (!given) return transaction(keys.db, effect)
    const { scope, key, fingerprint } = given
    return transaction(keys.db, async (db) => {
      const claimed = await db
        .insertInto('idempotency_keys')
        .values(given)
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst()
      const own = db
        .updateTable('idempotency_keys')
        .where('scope', '=', scope)
        .where('key', '=', key)
      const run = async () => {
        const answer = await effect(db)
        const sealed_reply = await seal(keys.secret, SEALED, answer ?? null)
        await own.set({ sealed_reply }).execute()
        return answer
      }
      if (claimed) return run()
      const first = await db
        .selectFrom('idempotency_keys')
        .select(['fingerprint', 'reply', 'sealed_reply'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (first.fingerprint !== fingerprint) {
        throw unprocessable(
          'This was already sent with different content. Please reload the page before you continue.',
        )
      }
      type Answer = Awaited<ReturnType<typeof effect>>
      const answer = (
        first.sealed_reply === null
          ? first.reply
          : await unseal<Answer>(keys.secret, SEALED, first.sealed_reply)
      ) as Answer
      return !holds || (await holds(db, answer)) ? answer : run()
    })
  }

/** Deletes stored replies from before a moment. */
export const deleteOldReplies = (db: Db, before: string) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()

/** Deletes stored replies to one caller. */
export const deleteRepliesOf = (db: Db, userId: string) =>
  db.deleteFrom('idempotency_keys').where('scope', '=', userId).execute()
