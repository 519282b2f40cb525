import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import { unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

// Leaves one core for everything else, so that a flood of sign-ins cannot starve the site.
const CONCURRENCY = Math.max(1, availableParallelism() - 1)

const hashInPool = promisify(argon2)

const queue = createQueue({
  concurrency: CONCURRENCY,
  maxWaiting: 200,
  full: () =>
    unavailable('Service temporarily unavailable. Please try again in a few moments.', 10),
})

const derive = (password: string, nonce: Buffer, whose?: string) =>
  queue(
    () => hashInPool('argon2id', { ...COST, nonce, message: password.normalize('NFKC') }),
    whose,
  )

/**
 * Hashes a password for storage: `argon2id$<salt>$<hash>`, base64.
 * @param whose fairness key of the queue: the network of the request
 */
export const hashPassword = async (password: string, whose?: string): Promise<string> => {
  const nonce = randomBytes(16)
  const hash = await derive(password, nonce, whose)
  return `argon2id$${nonce.toString('base64')}$${Buffer.from(hash).toString('base64')}`
}

/** Stored for accounts without a password: no password has this hash. */
export const NO_PASSWORD = `argon2id$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`

export const isPassword = (stored: string | null | undefined): boolean =>
  typeof stored === 'string' && stored !== NO_PASSWORD

/**
 * Compares in constant time. Without a stored hash it does the same work and returns false: unknown accounts take as long as
 * known ones.
 */
export const verifyPassword = async (
  password: string,
  stored: string | null | undefined,
  whose?: string,
): Promise<boolean> => {
  const [, salt = '', expected = ''] = (stored ?? NO_PASSWORD).split('$')
  const actual = await derive(password, Buffer.from(salt, 'base64'), whose)
  return (
    timingSafeEqual(Buffer.from(actual), Buffer.from(expected, 'base64')) &&
    typeof stored === 'string'
  )
}
