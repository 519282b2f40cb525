import { randomBytes } from 'node:crypto'

import type { Config } from '#platform/config'
import type { Db } from '#platform/database'

/** Key material of this site: given, or made once and kept in the database, so that every node has the same. */
export const findSecret = async (
  config: Pick<Config, 'APP_SECRET'>,
  db: Db,
): Promise<Uint8Array> => {
  if (config.APP_SECRET) return Buffer.from(config.APP_SECRET)
  await db
    .insertInto('settings')
    .values({ name: 'secret', value: JSON.stringify(randomBytes(48).toString('base64')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'secret')
    .executeTakeFirstOrThrow()
  return Buffer.from(String(value))
}
