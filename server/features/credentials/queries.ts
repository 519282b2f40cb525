import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { mayPublish } from '#features/learners'
import { type Db, keyset } from '#platform/database'
import type { RowCursor } from '#platform/http'

import type { CredentialKind } from './content.ts'
import type { Signed } from './data-integrity.ts'

export type CredentialRow = {
  id: string
  code: string
  kind: CredentialKind
  learner_id: string
  status_index: number
  issued_at: string
  expires_at: string | null
  revoked_because: string | null
  title: string | null
  /** Null until signed. */
  document: Signed | null
}

const COLUMNS = [
  'id',
  'code',
  'kind',
  'learner_id',
  'status_index',
  'issued_at',
  'expires_at',
  'revoked_because',
  'document',
  'title',
] as const

const QUALIFIED = COLUMNS.map((column) => `credentials.${column}` as const)

type Narrowed = Pick<CredentialRow, 'kind' | 'document'>

const asRow = (
  row: Omit<CredentialRow, keyof Narrowed> & { kind: string; document: unknown },
): CredentialRow => ({ ...row, ...(row as Narrowed) })

/** Finds a credential by code; undefined while its learner may not publish. */
export const findByCode = async (db: Db, code: string): Promise<CredentialRow | undefined> => {
  const row = await db
    .selectFrom('credentials')
    .innerJoin('accounts as u', 'u.id', 'credentials.learner_id')
    .select(QUALIFIED)
    .where('code', '=', code)
    .where(mayPublish)
    .executeTakeFirst()
  return row && asRow(row)
}

/** A learner's credentials that are not signed yet. */
export const listUnsigned = async (db: Db, learnerId: string): Promise<CredentialRow[]> => {
  const rows = await db
    .selectFrom('credentials')
    .select(COLUMNS)
    .where('learner_id', '=', learnerId)
    .where('document', 'is', null)
    .where('revoked_because', 'is', null)
    .orderBy('issued_at')
    .execute()
  return rows.map(asRow)
}

/**
 * The ones among these badges of a learner that were active at a time. Those revoked since stay in a record that is signed anew: its
 * content does not change, and the status list has their number.
 */
export const listBadgesAt = async (
  db: Db,
  learnerId: string,
  ids: readonly string[],
  at: string,
): Promise<CredentialRow[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('credentials')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .where('learner_id', '=', learnerId)
    .where('kind', '=', 'badge')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('revocations')
            .select('revocations.status_index')
            .whereRef('revocations.status_index', '=', 'credentials.status_index')
            .where('revoked_at', '<=', at),
        ),
      ),
    )
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map(asRow)
}

/** A learner's credentials, newest first; empty while they may not publish. */
export const listOfLearner = async (
  db: Db,
  learnerId: string,
  { after, limit }: { after: RowCursor | undefined; limit: number },
): Promise<CredentialRow[]> => {
  const rows = await db
    .selectFrom('credentials')
    .innerJoin('accounts as u', 'u.id', 'credentials.learner_id')
    .select(QUALIFIED)
    .where('learner_id', '=', learnerId)
    .where(mayPublish)
    .$if(after !== undefined, (query) =>
      query.where(
        keyset(
          '<',
          [sql.ref('issued_at'), 'timestamptz', after?.at],
          [sql.ref('credentials.id'), 'uuid', after?.id],
        ),
      ),
    )
    .orderBy('issued_at', 'desc')
    .orderBy('credentials.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(asRow)
}

/**
 * Stores a signed document, unless it was signed meanwhile or the key is retired. Returns the stored document; undefined if there
 * is none.
 */
export const storeSigned = async (
  db: Db,
  id: string,
  signed: { keyId: string; document: Signed },
): Promise<Signed | undefined> => {
  const stored = await db
    .updateTable('credentials')
    .set({ key_id: signed.keyId, document: JSON.stringify(signed.document) })
    .where('id', '=', id)
    .where('document', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('issuer_keys')
          .select('id')
          .where('issuer_keys.id', '=', signed.keyId)
          .where('retired_at', 'is', null),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (stored) return signed.document
  const other = await db
    .selectFrom('credentials')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirst()
  return (other?.document as Signed | null | undefined) ?? undefined
}

/**
 * Current state of a signed credential. `credential` is null once the account is erased: the signed document outlives it.
 * The reason of a revocation is erased with the account. `revoked_held` are those of `heldIndexes`, credentials that a record
 * contains, that were revoked.
 */
export const findCurrentState = (
  db: Db,
  {
    code,
    statusIndex,
    heldIndexes,
  }: { code: string; statusIndex: number; heldIndexes: readonly number[] },
) =>
  db
    .selectNoFrom(({ selectFrom }) => [
      jsonObjectFrom(
        selectFrom('credentials')
          .innerJoin('accounts as u', 'u.id', 'credentials.learner_id')
          .select(['credentials.id', 'credentials.kind', mayPublish.as('may_publish')])
          .where('credentials.code', '=', code),
      ).as('credential'),
      jsonObjectFrom(
        selectFrom('revocations')
          .leftJoin('credentials', 'credentials.status_index', 'revocations.status_index')
          .select(({ fn }) => [
            fn<string>('iso', ['revocations.revoked_at']).as('revoked_at'),
            'credentials.revoked_because',
          ])
          .where('revocations.status_index', '=', statusIndex),
      ).as('revocation'),
      jsonArrayFrom(
        selectFrom('revocations')
          .select('status_index')
          .where(({ eb, fn, val }) => eb('status_index', '=', fn.any(val([...heldIndexes])))),
      ).as('revoked_held'),
    ])
    .executeTakeFirstOrThrow()

/** Forgets a learner's signatures: whoever opens a credential next has it signed with what is true then. */
export const signAnew = async (db: Db, learnerId: string): Promise<void> => {
  await db
    .updateTable('credentials')
    .set({ document: null, key_id: null })
    .where('learner_id', '=', learnerId)
    .execute()
}
