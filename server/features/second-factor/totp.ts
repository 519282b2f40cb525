import { Secret, TOTP } from 'otpauth'

import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { seal, unseal } from '#platform/sealed'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Tolerates clock differences: the previous and the next code are valid as well. */
const WINDOW = 1
const SEALED = 'totp secret'

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 })

/** In base 32, for manual entry. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Content of the QR code for an authenticator app. */
export const uriOf = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString()

/** Time step of a currently valid code; undefined for an invalid one. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now.getTime() })
  if (delta === null) return undefined
  return Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Stores an authenticator app, replacing the previous one. `step` belongs to the code that was shown. */
export const storeTotp = async (
  { secret: key }: Pick<Parts, 'secret'>,
  db: Db,
  totp: { userId: string; secret: string; step: number },
  now: Date,
): Promise<void> => {
  const row = {
    sealed_secret: await seal(key, SEALED, totp.secret),
    last_step: totp.step,
    created_at: now.toISOString(),
    last_used_at: null,
  }
  await db
    .insertInto('totp_factors')
    .values({ user_id: totp.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Whether this is a code of the person's app that nobody has shown before; it is used up then. */
export const consumeTotp = async (
  { secret: key, clock }: Pick<Parts, 'secret' | 'clock'>,
  db: Db,
  userId: string,
  code: string,
): Promise<boolean> => {
  const factor = await db
    .selectFrom('totp_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = factor && (await unseal<string>(key, SEALED, factor.sealed_secret))
  const step = secret && stepOf(secret, code, clock())
  if (!step) return false
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step, last_used_at: clock().toISOString() })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
