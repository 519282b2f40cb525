import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

import { type Addresses, addressesOf } from './addresses.ts'
import { VC_CONTEXT } from './contexts.ts'
import type { Signed } from './data-integrity.ts'
import { findSigningKey } from './keys.ts'
import { signCredential } from './sign.ts'

/** Entries per list: the minimum that hides which entry is looked up (Bitstring Status List 1.0 §6.1). */
const LIST_LENGTH = 131_072

/** List and entry of a status index: indexes start at 1, lists and entries at 0. */
const placeOf = (statusIndex: number) => ({
  list: Math.floor((statusIndex - 1) / LIST_LENGTH),
  entry: (statusIndex - 1) % LIST_LENGTH,
})

export const statusIndexAt = ({ list, entry }: { list: number; entry: number }) =>
  list * LIST_LENGTH + entry + 1

/** The `credentialStatus` of a credential. */
export const statusEntry = (statusIndex: number, addresses: Addresses) => {
  const { list, entry } = placeOf(statusIndex)
  const address = addresses.statusList(list)
  return {
    id: `${address}#${entry}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(entry),
    statusListCredential: address,
  }
}

type State = {
  exists: boolean
  /** Number of revocations, the last one, and the current signing key: together they identify a list's state. */
  revoked: number
  latest: string | null
  since: string
  key_id: string | null
}

const findListState = async (db: Db, list: number): Promise<State> => {
  const first = statusIndexAt({ list, entry: 0 })
  const { begun, ...state } = await db
    .selectFrom('revocations')
    .where('status_index', '>=', first)
    .where('status_index', '<', first + LIST_LENGTH)
    .select(({ exists, fn, selectFrom }) => [
      exists(
        selectFrom('credentials').select('id').where('credentials.status_index', '>=', first),
      ).as('begun'),
      fn.countAll<number>().as('revoked'),
      fn.max('revoked_at').as('latest'),
      selectFrom('issuer_keys')
        .select(({ fn }) => fn.coalesce(fn.min('created_at'), fn<string>('now')).as('since'))
        .$asScalar()
        .$notNull()
        .as('since'),
      selectFrom('issuer_keys')
        .select('issuer_keys.id')
        .where('retired_at', 'is', null)
        .as('key_id'),
    ])
    .executeTakeFirstOrThrow()
  return { ...state, exists: list === 0 || begun === true || state.revoked > 0 }
}

type Published = { version: string; document: Signed; etag: string }

/** Returns signed status lists, each cached until its state changes; undefined for a list that does not exist yet. */
export const createStatusLists = ({ config, secret, clock, ...parts }: Parts) => {
  const addresses = addressesOf(config.publicUrl)
  const cache = new LRUCache<number, Published>({ max: 100 })

  return async (db: Db, list: number): Promise<Published | undefined> => {
    const state = await findListState(db, list)
    if (!state.exists) return undefined
    const version = JSON.stringify([state.revoked, state.latest, state.key_id])
    const before = cache.get(list)
    if (before?.version === version) return before
    const key = await findSigningKey(parts.db, secret)
    const id = addresses.statusList(list)
    const document = await signCredential(
      {
        '@context': [VC_CONTEXT],
        id,
        type: ['VerifiableCredential', 'BitstringStatusListCredential'],
        issuer: { id: addresses.issuer },
        validFrom: wholeSeconds(state.latest ?? state.since),
        credentialSubject: {
          id: `${id}#list`,
          type: 'BitstringStatusList',
          statusPurpose: 'revocation',
          encodedList: await encodeList(await listRevoked(db, list)),
        },
      },
      key,
      clock(),
    )
    const hash = createHash('sha256').update(JSON.stringify(document)).digest('base64url')
    // The key may be newer than the one in the state.
    const published = {
      version: JSON.stringify([state.revoked, state.latest, key.id]),
      document,
      etag: `"${hash.slice(0, 22)}"`,
    }
    cache.set(list, published)
    return published
  }
}

export const wholeSeconds = (instant: string) =>
  `${new Date(Date.parse(instant)).toISOString().slice(0, 19)}Z`

const listRevoked = async (db: Db, list: number): Promise<number[]> => {
  const first = statusIndexAt({ list, entry: 0 })
  const rows = await db
    .selectFrom('revocations')
    .select('status_index')
    .where('status_index', '>=', first)
    .where('status_index', '<', first + LIST_LENGTH)
    .execute()
  return rows.map(({ status_index }) => placeOf(status_index).entry)
}

/** Multibase (`u`, base64url) of the gzipped bits; the first entry is the leftmost bit of the first byte. */
const encodeList = async (revoked: readonly number[]): Promise<string> => {
  const bits = Buffer.alloc(LIST_LENGTH / 8)
  for (const entry of revoked) bits[entry >> 3]! |= 0x80 >> (entry & 7)
  return `u${(await promisify(gzip)(bits)).toString('base64url')}`
}
