import { sql } from 'kysely'

import { idFromName } from '#platform/content'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'

import type { LibraryBadge } from './library.ts'

type Stored = {
  id: string
  version: number | null
  is_changed: boolean
  differs: boolean
  is_earned: boolean
}

/**
 * Brings the badges that ship with the program into the database; safe to run at each start and on several nodes. What
 * somebody has earned stays as it is: a badge that has changed since gets a next version. One whose file is the same as
 * when it was last stored is left alone, also where someone has edited it here.
 */
export const storeBadges = (db: Db, library: readonly LibraryBadge[]): Promise<void> =>
  transaction(db, async (db) => {
    // One start after the other; and nobody earns a version while it is decided whether it may still change.
    await sql`lock table badges, badge_awards in share row exclusive mode`.execute(db)
    const { rows } = await sql<Stored>`
      select e.id, b.version, b.shipped_as is distinct from e.shipped_as as is_changed,
             (v.name, v.description, v.criteria, v.pillars, v.shape)
               is distinct from (e.name, e.description, e.criteria, e.pillars, e.shape) as differs,
             exists (select from badge_awards a where a.badge_id = b.id and a.version = b.version) as is_earned
      from ${recordsOf(library)}
      left join badges b on b.id = e.id
      left join badge_versions v on v.badge_id = b.id and v.version = b.version
    `.execute(db)
    const stored = new Map(rows.map((row) => [row.id, row]))
    const changed = library.flatMap((badge) => {
      const before = stored.get(badge.id)
      if (!before?.is_changed) return []
      const version = (before.version ?? 1) + (before.differs && before.is_earned ? 1 : 0)
      return [{ ...badge, version, version_id: idFromName(`badge/${badge.slug}/${version}`) }]
    })
    if (changed.length === 0) return
    await sql`
      insert into badges (id, slug, status, version, position, shipped_as)
      select id, slug, status, version, position, shipped_as from ${recordsOf(changed)}
      on conflict (id) do update set
        slug = excluded.slug, status = excluded.status, version = excluded.version, position = excluded.position,
        shipped_as = excluded.shipped_as
    `.execute(db)
    await sql`
      insert into badge_versions as v (id, badge_id, version, name, description, criteria, criteria_text, pillars, shape)
      select version_id, id, version, name, description, criteria, criteria_text, pillars, shape
      from ${recordsOf(changed)}
      on conflict (badge_id, version) do update set
        name = excluded.name, description = excluded.description, criteria = excluded.criteria,
        criteria_text = excluded.criteria_text, pillars = excluded.pillars, shape = excluded.shape
      where (v.name, v.description, v.criteria, v.pillars, v.shape)
        is distinct from (excluded.name, excluded.description, excluded.criteria, excluded.pillars, excluded.shape)
    `.execute(db)
  })

const recordsOf = (badges: readonly LibraryBadge[]) => sql`
  json_to_recordset(${JSON.stringify(badges)}::json) as e (
    id uuid, slug text, status text, version int, version_id uuid, position int, shipped_as text, name text,
    description text, criteria jsonb, criteria_text text, pillars text[], shape text)`
