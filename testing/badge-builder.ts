import { randomUUID } from 'node:crypto'

import type { Db } from '#platform/database'
import type { Criteria } from '#rules/badges'
import type { Pillar } from '#rules/pillars'

/** A published badge with exactly these criteria. */
export const createBadge = async (
  db: Db,
  criteria: Criteria,
  more: {
    name?: string
    status?: 'draft' | 'published' | 'archived'
    pillars?: Pillar[]
  } = {},
): Promise<string> => {
  const id = randomUUID()
  await db.transaction().execute(async (db) => {
    await db
      .insertInto('badges')
      .values({ id, slug: id, status: more.status ?? 'published', version: 1 })
      .execute()
    await db
      .insertInto('badge_versions')
      .values({
        badge_id: id,
        version: 1,
        name: more.name ?? 'A badge',
        description: 'For a test',
        criteria: JSON.stringify(criteria),
        criteria_text: '- Do it',
        pillars: more.pillars ?? ['creativity'],
        shape: 'roundel',
      })
      .execute()
  })
  return id
}
