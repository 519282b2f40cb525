import { auth } from '#contract/auth'
import { hashPassword } from '#features/auth'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { persistentClient } from '#testing/persistent-client'
import { sessionIn } from '#testing/start-app'

import type { Learner } from './learners-at-work.ts'

const PASSWORD = 'Str0ng-enough!'

export const emailOf = (name: string): string => `${name}@example.org`

/** Inserts adult learners with confirmed addresses; needs no running node. */
export const addPeople = async (db: Db, names: readonly string[]): Promise<void> => {
  const password_hash = await hashPassword(PASSWORD)
  const rows = names.map((name) => ({
    email: emailOf(name),
    first_name: name,
    last_name: 'Lovelace',
    date_of_birth: '2000-01-01',
    email_verified_at: '2026-01-01T00:00:00Z',
    legal_version: LEGAL_VERSION,
    password_hash,
  }))
  await db.insertInto('users').values(rows).execute()
}

/**
 * Signs a person in, at a node or at the site.
 * @param heard called with the status of every reply
 */
export const signIn = async (
  url: string,
  name: string,
  heard: (status: number) => void = () => {},
): Promise<Learner> => {
  const client = persistentClient(url, heard)
  const body = { email: emailOf(name), password: PASSWORD }
  const session = sessionIn(await client.call(auth).login({ body }))
  client.headers.authorization = `Bearer ${session.app_access_token}`
  return { id: session.user.id, client }
}
