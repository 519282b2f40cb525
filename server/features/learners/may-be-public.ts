import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB } from '#platform/database'
import type { OptionalConsent } from '#rules/access'

const eb = expressionBuilder<DB & { u: DB['accounts'] }, 'u'>()

/**
 * A condition on a user: what rules/access allows from 13 on by oneself, and before once a guardian has allowed it, for queries
 * that nobody asks in the user's own name. Tests hold the two against each other.
 */
export const isAllowed = (
  scope: OptionalConsent,
  user: { id: Expression<string>; dateOfBirth: Expression<string | null> },
) =>
  eb.or([
    eb(user.dateOfBirth, 'is', null),
    eb(user.dateOfBirth, '<=', sql<string>`current_date - interval '13 years'`),
    eb.exists(
      eb
        .selectFrom('standing_consents')
        .select('standing_consents.scope')
        .where('standing_consents.child_id', '=', user.id)
        .where('standing_consents.scope', '=', scope),
    ),
  ])

/** A condition on the user `u`: `may('publish', 'self')` of #rules/access, which is no while the account waits for a consent. */
export const mayPublish = eb.and([
  eb('u.status', '<>', 'pending_consent'),
  isAllowed('publishing', { id: eb.ref('u.id'), dateOfBirth: eb.ref('u.date_of_birth') }),
])

/** The same, while the account is in good standing. */
export const mayBePublic = eb.and([eb('u.status', '=', 'active'), mayPublish])
