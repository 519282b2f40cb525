import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB } from '#platform/database'
import type { OptionalConsent } from '#rules/access'

const eb = expressionBuilder<DB & { u: DB['accounts'] }, 'u'>()

/**
 * Condition on a user: the rules/access permission that a user has from 13 on, and before with a guardian's consent, for queries
 * on nobody's behalf. Tests compare the two.
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

/**
 * Condition on the user `u`: `may('publish', 'self')` of #rules/access, which is false while the account waits for consent. A
 * suspended child whose guardian has withdrawn the use waits only once the suspension is lifted.
 */
export const mayPublish = eb.and([
  eb('u.status', '<>', 'pending_consent'),
  isAllowed('publishing', { id: eb.ref('u.id'), dateOfBirth: eb.ref('u.date_of_birth') }),
  eb.or([
    eb('u.status', '<>', 'suspended'),
    eb.not(
      eb.exists(
        eb
          .selectFrom('withdrawn_uses')
          .select('withdrawn_uses.child_id')
          .whereRef('withdrawn_uses.child_id', '=', 'u.id'),
      ),
    ),
  ]),
])

/** The same, for active accounts. */
export const mayBePublic = eb.and([eb('u.status', '=', 'active'), mayPublish])
