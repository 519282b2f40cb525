import { isDeepStrictEqual } from 'node:util'

import { idFromName } from '#platform/content'
import { type Db, lockTables, transaction } from '#platform/database'

import type { LibraryBadge } from './library.ts'
import { isEarned, newestVersions, storeVersions } from './versions.ts'

/**
 * Stores the badges that ship with the program; safe to run at each start and on several nodes. A badge that anyone has earned
 * does not change: its changes become the next version. Skips a badge whose file is unchanged since it was last stored, even if
 * it was edited here.
 */
export const storeBadges = (db: Db, library: readonly LibraryBadge[]): Promise<void> =>
  transaction(db, async (db) => {
    // Serializes concurrent starts, and prevents awards of a version while its editability is being decided.
    await lockTables(db, ['badges', 'badge_awards'])
    const stored = new Map((await listStored(db)).map((badge) => [badge.id, badge]))
    const changed = library.flatMap((badge) => {
      const before = stored.get(badge.id)
      if (before?.shipped_as === badge.shipped_as) return []
      if (!before) return [{ ...badge, version: 1, differs: true }]
      const differs = !isDeepStrictEqual(wordsOf(badge), wordsOf(before))
      return [
        { ...badge, version: before.version + (differs && before.is_earned ? 1 : 0), differs },
      ]
    })
    if (changed.length === 0) return
    await db
      .insertInto('badges')
      .values(
        changed.map(({ id, slug, status, version, position, shipped_as }) => ({
          id,
          slug,
          status,
          version,
          position,
          shipped_as,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          slug: ref('excluded.slug'),
          status: ref('excluded.status'),
          version: ref('excluded.version'),
          position: ref('excluded.position'),
          shipped_as: ref('excluded.shipped_as'),
        })),
      )
      .execute()
    const versions = changed.filter(({ differs }) => differs)
    if (versions.length === 0) return
    await storeVersions(
      db,
      versions.map(({ id, slug, version, criteria, criteria_text, ...badge }) => ({
        ...wordsOf({ ...badge, criteria }),
        id: idFromName(`badge/${slug}/${version}`),
        badge_id: id,
        version,
        criteria: JSON.stringify(criteria),
        criteria_text,
      })),
    )
  })

const listStored = (db: Db) =>
  newestVersions(db)
    .select([
      'badges.id',
      'badges.version',
      'badges.shipped_as',
      'badge_versions.name',
      'badge_versions.description',
      'badge_versions.criteria',
      'badge_versions.pillars',
      'badge_versions.shape',
      isEarned.as('is_earned'),
    ])
    .execute()

/** Content whose change creates a new version of an earned badge. */
const wordsOf = ({ name, description, criteria, pillars, shape }: Words) => ({
  name,
  description,
  criteria,
  pillars,
  shape,
})
type Words = {
  name: string
  description: string
  criteria: unknown
  pillars: string[]
  shape: string
}
