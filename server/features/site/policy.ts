import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

import { CONTENT, parseContent } from '#platform/content'
import type { Db } from '#platform/database'

const Policy = z.object({ version: z.string(), asks_again: z.boolean() })

const policy = parseContent(
  Policy,
  'privacy.md',
  readFileSync(new URL('legal/privacy.md', CONTENT), 'utf8'),
)

/** Version of the terms and the privacy policy that new accounts and guardians accept. */
export const LEGAL_VERSION = policy.version

/**
 * Records since when this site has had a policy that requires renewed consent. Consent to an older one remains valid for a while
 * from then on: see `standing_consents` in the database.
 */
export const storePolicy = async (db: Db, now: Date): Promise<void> => {
  if (!policy.asks_again) return
  await db
    .insertInto('policy_changes')
    .values({ version: policy.version, since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
