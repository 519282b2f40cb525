import { expressionBuilder, sql } from 'kysely'

import type { DB } from '#platform/database'

const eb = expressionBuilder<DB & { u: DB['users'] }, 'u'>()

/**
 * A condition on the user `u`: `may('publish', 'self')` of #rules/access, for queries that a stranger's request makes about
 * the owner of a page, a link or a code. A test holds the two against each other.
 */
export const mayPublish = eb.or([
  eb('u.date_of_birth', 'is', null),
  eb('u.date_of_birth', '<=', sql<string>`current_date - interval '13 years'`),
  eb.exists(
    eb
      .selectFrom('standing_consents')
      .select('standing_consents.scope')
      .whereRef('standing_consents.child_id', '=', 'u.id')
      .where('standing_consents.scope', '=', 'publishing'),
  ),
])

/** The same, while the account is in good standing. */
export const mayBePublic = eb.and([eb('u.status', '=', 'active'), mayPublish])
