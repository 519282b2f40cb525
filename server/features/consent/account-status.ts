import { sql } from 'kysely'

import type { findConsentStates } from '#features/family'
import type { Db } from '#platform/database'
import { isAdult, isChild } from '#rules/age'

type ConsentStates = Awaited<ReturnType<typeof findConsentStates>>

/**
 * Status that an account has once nobody suspends it: closed if its owner closed it, and otherwise open to those for whom nobody
 * must consent, or for whom somebody does who still decides.
 */
export const statusAfter = async (
  db: Db,
  id: string,
  { isStopped }: ConsentStates,
  today: string,
): Promise<'active' | 'pending_consent' | 'closing'> => {
  const { date_of_birth, deletion_due_at } = await db
    .selectFrom('accounts')
    .select(['date_of_birth', 'deletion_due_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (deletion_due_at !== null) return 'closing'
  // Withdrawn during the suspension: a birthday since does not override that.
  if (isStopped && !isAdult(date_of_birth, today)) return 'pending_consent'
  if (!isChild(date_of_birth, today)) return 'active'
  const consent = await db
    .selectFrom('standing_consents')
    .select('scope')
    .where('child_id', '=', id)
    .where('scope', '=', 'use')
    .where(({ exists, or, selectFrom }) =>
      exists(
        selectFrom('standing_links as link')
          .leftJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
          .select('link.id')
          .whereRef('link.learner_id', '=', 'standing_consents.child_id')
          .where(sql<boolean>`'consent' = any(link.scopes)`)
          // Suspended ones count: an import opens the accounts of a family one after the other.
          .where(({ eb }) =>
            or([eb('guardian.id', 'is', null), eb('guardian.status', '<>', 'closing')]),
          ),
      ),
    )
    .executeTakeFirst()
  return consent ? 'active' : 'pending_consent'
}
