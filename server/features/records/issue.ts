import { reserveCredentials } from '#features/credentials'
import type { Db } from '#platform/database'
import type { Caller } from '#platform/http'
import { ROLE_NAMES } from '#rules/membership'

/** Common parts of official records: signer, number, and a credential that strangers can verify. */

const SERIES = {
  transcript: { prefix: 'LS', sequence: 'transcript_numbers' },
  diploma: { prefix: 'LD', sequence: 'diploma_numbers' },
} as const
type RecordKind = keyof typeof SERIES

/** The signer of a record, as printed on it. */
export const signerOf = async (
  db: Db,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): Promise<{ name: string; role: string }> => {
  const { first_name, last_name } = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { name: `${first_name} ${last_name}`.trim(), role: ROLE_NAMES[role] }
}

/** Returns the next number of a kind of record, as "LS-2026-000123". Numbers that were drawn but not used are skipped. */
export const nextNumber = async (db: Db, kind: RecordKind, now: Date): Promise<string> => {
  const { prefix, sequence } = SERIES[kind]
  const { number } = await db
    .selectNoFrom(({ fn, val }) => fn<number>('nextval', [val(sequence)]).as('number'))
    .executeTakeFirstOrThrow()
  return `${prefix}-${now.getUTCFullYear()}-${String(number).padStart(6, '0')}`
}

/** The credential behind a record, which is signed later. */
export const reserveCredential = async (
  db: Db,
  kind: RecordKind,
  wanted: { title: string; learnerId: string; now: Date; expiresAt: Date | undefined },
): Promise<{ id: string; code: string }> => {
  const [credential] = await reserveCredentials(db, [{ kind, ...wanted }])
  if (!credential) throw new Error('no credential was reserved')
  return credential
}
