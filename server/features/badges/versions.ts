import { expressionBuilder, type Insertable } from 'kysely'

import type { DB, Db } from '#platform/database'

/** Each badge with its newest version. */
export const newestVersions = (db: Db) =>
  db
    .selectFrom('badges')
    .innerJoin('badge_versions', (join) =>
      join
        .onRef('badge_versions.badge_id', '=', 'badges.id')
        .onRef('badge_versions.version', '=', 'badges.version'),
    )

const { exists, selectFrom } = expressionBuilder<DB, 'badges'>()

/** True if anyone has earned the badge's newest version. Withdrawn awards count: they stay on record. */
export const isEarned = exists(
  selectFrom('badge_awards')
    .select('badge_awards.id')
    .whereRef('badge_awards.badge_id', '=', 'badges.id')
    .whereRef('badge_awards.version', '=', 'badges.version'),
)

/** Inserts badge versions, or replaces the content of existing ones. */
export const storeVersions = (db: Db, versions: readonly Insertable<DB['badge_versions']>[]) =>
  db
    .insertInto('badge_versions')
    .values(versions)
    .onConflict((conflict) =>
      conflict.columns(['badge_id', 'version']).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        description: ref('excluded.description'),
        criteria: ref('excluded.criteria'),
        criteria_text: ref('excluded.criteria_text'),
        pillars: ref('excluded.pillars'),
        shape: ref('excluded.shape'),
      })),
    )
    .execute()
