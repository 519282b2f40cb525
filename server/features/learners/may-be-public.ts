import { sql } from 'kysely'

/**
 * A condition on the user `u`: `may('publish', 'self')` of #rules/access, for queries that a stranger's request makes about
 * the owner of a page, a link or a code. A test holds the two against each other.
 */
export const mayPublish = sql<boolean>`(
  u.date_of_birth is null or u.date_of_birth <= current_date - interval '13 years' or exists (
    select from consents c where c.child_id = u.id and c.confirmed_at is not null and c.revoked_at is null
      and 'publishing' = any(c.scopes)))`

/** The same, while the account is in good standing. */
export const mayBePublic = sql<boolean>`(u.status = 'active' and ${mayPublish})`
