import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { LRUCache } from 'lru-cache'

import type { EVIDENCE_KINDS } from '#contract/quests'
import type { DB, Db } from '#platform/database'
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
export const catalogVersion = expressionBuilder<DB>()
  .selectFrom('catalog_version')
  .select('version')
  .$asScalar()
  .$notNull()

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
type CatalogRow = { version: string; quests: CatalogQuest[]; badges: BadgeRow[] }

const QUEST_COLUMNS = [
  'quests.id',
  'quests.slug',
  'quests.title',
  'quests.summary',
  'quests.description',
  'quests.big_idea',
  'quests.pillars',
  'quests.subjects',
  'quests.total_xp',
  'quests.tasks_total',
  'quests.estimated_hours',
  'quests.age_min',
  'quests.age_max',
  'quests.status',
  'quests.version',
  'quests.position',
] as const

const TASK_COLUMNS = [
  'tasks.id',
  'tasks.quest_id',
  'tasks.title',
  'tasks.instructions',
  'tasks.pillar',
  'tasks.xp',
  'tasks.required',
  'tasks.evidence',
  'tasks.subjects',
] as const

const BADGE_VERSION_COLUMNS = [
  'badge_versions.id',
  'badge_versions.badge_id',
  'badge_versions.version',
  'badge_versions.name',
  'badge_versions.description',
  'badge_versions.criteria',
  'badge_versions.criteria_text',
  'badge_versions.pillars',
  'badge_versions.shape',
] as const

/** In one statement, so that all of it is of one moment. */
const readCatalog = async (db: Db): Promise<Catalog> => {
  const {
    version,
    quests,
    badges: badgeRows,
  } = await db
    .selectNoFrom((select) => [
      catalogVersion.as('version'),
      jsonArrayFrom(
        select.selectFrom('quests').select((quest) => [
          ...QUEST_COLUMNS,
          quest.fn<string>('iso', ['quests.created_at']).as('created_at'),
          quest(quest.val('/api/files/'), '||', quest.ref('quests.cover_file_id')).as('cover_url'),
          quest
            .selectFrom('users')
            .select(({ eb, ref, val }) =>
              eb(ref('first_name'), '||', eb(val(' '), '||', ref('last_name'))).as('name'),
            )
            .whereRef('users.id', '=', 'quests.author_id')
            .as('author'),
          jsonArrayFrom(
            quest
              .selectFrom('quest_prerequisites')
              .innerJoin('quests as first', 'first.id', 'quest_prerequisites.prerequisite_id')
              .select(['first.id', 'first.title'])
              .whereRef('quest_prerequisites.quest_id', '=', 'quests.id')
              .orderBy('first.position')
              .orderBy('first.title'),
          ).as('prerequisites'),
          jsonArrayFrom(
            quest
              .selectFrom('tasks')
              .select(TASK_COLUMNS)
              .whereRef('tasks.quest_id', '=', 'quests.id')
              .where('tasks.owner_id', 'is', null)
              .orderBy('tasks.position')
              .orderBy('tasks.created_at'),
          ).as('tasks'),
        ]),
      ).as('quests'),
      jsonArrayFrom(
        select
          .selectFrom('badges')
          .select((badge) => [
            'badges.id',
            'badges.slug',
            'badges.status',
            'badges.position',
            'badges.version',
            jsonArrayFrom(
              badge
                .selectFrom('badge_versions')
                .select(BADGE_VERSION_COLUMNS)
                .whereRef('badge_versions.badge_id', '=', 'badges.id')
                .orderBy('badge_versions.version'),
            ).as('versions'),
          ])
          .orderBy('badges.position')
          .orderBy('badges.slug'),
      ).as('badges'),
    ])
    .$castTo<CatalogRow>()
    .executeTakeFirstOrThrow()
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
