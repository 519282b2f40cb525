import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { auth } from '#contract/auth'
import type { Persistent } from '#testing/persistent-client'

import { type Actor, anyAddress, onceOnly } from './actor.ts'
import { PASSWORD } from './people.ts'
import type { Random } from './random.ts'

const PAUSE_MS = 300

export type Newcomers = Actor & {
  /** Addresses of acknowledged accounts. */
  registered: string[]
}

export const isNewcomer = (address: string) => address.startsWith('new-')

/** Registers accounts one after another; each is sent an email. */
export const startNewcomers = (client: Persistent, random: Random): Newcomers => {
  const registered: string[] = []
  return {
    name: 'newcomers',
    registered,
    work: async () => {
      await sleep(PAUSE_MS)
      client.headers['x-forwarded-for'] = anyAddress(random)
      const email = `new-${randomUUID()}@example.org`
      const body = {
        account_type: 'student' as const,
        first_name: 'Ada',
        last_name: 'Lovelace',
        email,
        date_of_birth: '2000-01-01',
        password: PASSWORD,
        confirmPassword: PASSWORD,
        acceptedLegalTerms: true as const,
      }
      await client.call(auth).register({ body }, onceOnly())
      registered.push(email)
    },
    checkStored: async (db) => {
      const rows = await db
        .selectFrom('users')
        .select('email')
        .where('email', 'like', 'new-%')
        .execute()
      deepEqual(rows.map(({ email }) => email).toSorted(), registered.toSorted(), 'accounts stored')
    },
  }
}
