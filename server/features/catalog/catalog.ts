import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { EVIDENCE_KINDS } from '#contract/quests'
import type { Db } from '#platform/database'
import type { BadgeShape } from '#rules/badge-art'
import type { Criteria } from '#rules/badges'
import type { Pillar } from '#rules/pillars'
import type { Subject, SubjectShares } from '#rules/subjects'

export type CatalogTask = {
  id: string
  quest_id: string
  title: string
  instructions: string
  pillar: Pillar
  xp: number
  required: boolean
  evidence: (typeof EVIDENCE_KINDS)[number][]
  subjects: SubjectShares
}

export type CatalogQuest = {
  id: string
  slug: string
  title: string
  summary: string
  description: string
  big_idea: string
  pillars: Pillar[]
  subjects: Subject[]
  total_xp: number
  tasks_total: number
  estimated_hours: number
  age_min: number
  age_max: number
  status: 'draft' | 'published' | 'archived'
  version: number
  author: string | null
  cover_url: string | null
  prerequisites: { id: string; title: string }[]
  created_at: string
  position: number
  /** In the order in which they are shown. */
  tasks: CatalogTask[]
}

export type BadgeVersion = {
  /** Of this version alone. */
  id: string
  badge_id: string
  version: number
  name: string
  description: string
  criteria: Criteria
  criteria_text: string
  pillars: Pillar[]
  shape: BadgeShape
}

/** A badge as it is earned from now on, and each version that was earned before. */
export type CatalogBadge = {
  id: string
  slug: string
  status: 'draft' | 'published' | 'archived'
  position: number
  current: BadgeVersion
  versions: BadgeVersion[]
}

/** All quests and badges, published or not; learners' own tasks are not among them. */
export type Catalog = {
  version: string
  quests: readonly CatalogQuest[]
  quest: (id: string) => CatalogQuest | undefined
  task: (id: string) => CatalogTask | undefined
  /** In the order in which they are shown. */
  badges: readonly CatalogBadge[]
  badge: (id: string) => CatalogBadge | undefined
  badgeVersion: (id: string, version: number) => BadgeVersion | undefined
}

/** The name of the catalog's state, to be selected in the query that needs the catalog. */
export const catalogVersion = sql<string>`(select version from catalog_version)`

// The state before the newest may still be asked for by queries on their way. Different databases have different versions.
const cache = new LRUCache<string, Catalog, Db>({
  max: 4,
  fetchMethod: (_version, _stale, { context }) => readCatalog(context),
})

/**
 * The catalog in the state that a query has just seen, or a newer one. It is read once per state and node; many who ask
 * at once share one reading.
 */
export const findCatalog = (db: Db, version: string): Catalog | Promise<Catalog> => {
  const cached = cache.get(version)
  if (cached) return cached
  // A transaction may be the only one that sees this state yet: it reads for itself.
  return db.isTransaction ? readCatalog(db) : cache.forceFetch(version, { context: db })
}

type BadgeRow = Omit<CatalogBadge, 'current'> & { version: number }
type Row = { version: string; quests: CatalogQuest[]; badges: BadgeRow[] }

/** In one statement, so that all of it is of one moment. */
const readCatalog = async (db: Db): Promise<Catalog> => {
  const { rows } = await sql<Row>`
    select ${catalogVersion} as version,
      coalesce((select json_agg(json_build_object(
        'id', q.id, 'slug', q.slug, 'title', q.title, 'summary', q.summary, 'description', q.description,
        'big_idea', q.big_idea, 'pillars', q.pillars, 'subjects', q.subjects, 'total_xp', q.total_xp,
        'tasks_total', q.tasks_total, 'estimated_hours', q.estimated_hours, 'age_min', q.age_min, 'age_max', q.age_max,
        'status', q.status, 'version', q.version, 'position', q.position, 'created_at', iso(q.created_at),
        'cover_url', '/api/files/' || q.cover_file_id,
        'author', (select u.first_name || ' ' || u.last_name from users u where u.id = q.author_id),
        'prerequisites', coalesce((
          select json_agg(json_build_object('id', p.id, 'title', p.title) order by p.position, p.title)
          from quest_prerequisites r join quests p on p.id = r.prerequisite_id where r.quest_id = q.id), '[]'),
        'tasks', coalesce((
          select json_agg(json_build_object(
            'id', t.id, 'quest_id', t.quest_id, 'title', t.title, 'instructions', t.instructions, 'pillar', t.pillar,
            'xp', t.xp, 'required', t.required, 'evidence', t.evidence, 'subjects', t.subjects)
            order by t.position, t.created_at)
          from tasks t where t.quest_id = q.id and t.owner_id is null), '[]')))
        from quests q), '[]') as quests,
      coalesce((select json_agg(json_build_object(
        'id', b.id, 'slug', b.slug, 'status', b.status, 'position', b.position, 'version', b.version,
        'versions', (
          select json_agg(json_build_object(
            'id', v.id, 'badge_id', v.badge_id, 'version', v.version, 'name', v.name, 'description', v.description,
            'criteria', v.criteria, 'criteria_text', v.criteria_text, 'pillars', v.pillars, 'shape', v.shape)
            order by v.version)
          from badge_versions v where v.badge_id = b.id))
        order by b.position, b.slug)
        from badges b), '[]') as badges
  `.execute(db)
  const { version, quests, badges: badgeRows } = rows[0]!
  const byId = new Map(quests.map((quest) => [quest.id, quest]))
  const tasks = new Map(quests.flatMap((quest) => quest.tasks.map((task) => [task.id, task])))
  const badges = badgeRows.map(currentOf)
  const badgesById = new Map(badges.map((badge) => [badge.id, badge]))
  return {
    version,
    quests,
    quest: (id) => byId.get(id),
    task: (id) => tasks.get(id),
    badges,
    badge: (id) => badgesById.get(id),
    badgeVersion: (id, version) =>
      badgesById.get(id)?.versions.find((each) => each.version === version),
  }
}

const currentOf = ({ version, ...badge }: BadgeRow): CatalogBadge => {
  // A constraint says that it is there.
  const current = badge.versions.find((each) => each.version === version)!
  return { ...badge, current }
}
