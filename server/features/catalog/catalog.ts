import { randomUUID } from 'node:crypto'

import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { LRUCache } from 'lru-cache'

import { filePath } from '#contract/paths'
import { fileUrlOf, nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'
import type { BadgeShape } from '#rules/art/badge-art'
import type { Motif } from '#rules/art/motifs'
import type { Criteria } from '#rules/badges'
import type { Pillar } from '#rules/pillars'
import type { EVIDENCE_KINDS } from '#rules/quest-limits'
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
  /** Set of exercises in content/practice; null for none. */
  practice: string | null
  /** Number of its week in a course, from 1. */
  week: number | null
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
  /** Calendar days that the work spans, if nature or other people set the pace. */
  span_days: number | null
  /** Markdown, as the texts below; empty if not applicable. */
  materials: string
  safety: string
  rubric: RubricCriterion[]
  example: string
  for_adults: string
  hints: string
  /** Weeks of a course, in order. */
  weeks: { title: string; text: string }[]
  weeks_total: number
  repeatable: boolean
  status: 'draft' | 'published' | 'archived'
  version: number
  author_id: string | null
  author: string | null
  cover_url: string | null
  cover_file_id: string | null
  /** Motif of the generated cover; null for a landscape derived from the quest. */
  cover_motif: Motif | null
  /** Set for a quest written for a single learner. */
  learner_id: string | null
  /** The quest that this one repeats. */
  repeats: string | null
  prerequisites: { id: string; title: string }[]
  created_at: string
  position: number
  /** In display order. */
  tasks: CatalogTask[]
  /** Tasks of other versions; their submissions remain. */
  dropped: CatalogTask[]
}

/** Description of good work, in a learner's words. */
type RubricCriterion = { criterion: string; description: string; tasks?: string[] }

export type BadgeVersion = {
  /** Unique to this version. */
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

/** A badge with its current version and all earlier versions that were earned. */
export type CatalogBadge = {
  id: string
  slug: string
  status: 'draft' | 'published' | 'archived'
  position: number
  current: BadgeVersion
  versions: BadgeVersion[]
}

/**
 * All quests and badges, published or not. Excludes learners' own tasks; quests for a single learner are included only on request
 * (`questsFor`).
 */
export type Catalog = {
  version: string
  quests: readonly CatalogQuest[]
  /** The newest version, or the version a learner started. */
  quest: (id: string, version?: number) => CatalogQuest | undefined
  /** In any version. */
  task: (id: string) => CatalogTask | undefined
  /** In display order. */
  badges: readonly CatalogBadge[]
  badge: (id: string) => CatalogBadge | undefined
  badgeVersion: (id: string, version: number) => BadgeVersion | undefined
}

/** Version of the catalog, as a subquery. */
export const catalogVersion = expressionBuilder<DB>()
  .selectFrom('catalog_version')
  .select('version')
  .$asScalar()
  .$notNull()

/** Renews the catalog version, which invalidates all caches. */
export const renewCatalogVersion = (db: Db) =>
  db.updateTable('catalog_version').set({ version: randomUUID() }).execute()

// Queries in progress may still ask for the previous version. Versions differ between databases.
const cache = new LRUCache<string, Catalog, Db>({
  max: 4,
  // Callers that wait for a read get its result, also if a transaction stores the same version meanwhile.
  ignoreFetchAbort: true,
  fetchMethod: (_version, _stale, { context }) => readCatalog(context),
})

/**
 * Returns the catalog at the version that a query has just read, or newer. Read once per version and node; concurrent callers
 * share one read.
 * @param alone a learner's own quests, selected with `questsFor` by the same query
 */
export const findCatalog = (
  db: Db,
  version: string,
  alone: readonly StoredQuest[] = [],
): Catalog | Promise<Catalog> => {
  const catalog =
    cache.get(version) ??
    (db.isTransaction ? readInTransaction(db) : cache.forceFetch(version, { context: db }))
  if (alone.length === 0) return catalog
  return catalog instanceof Promise
    ? catalog.then((catalog) => withQuests(catalog, alone))
    : withQuests(catalog, alone)
}

/**
 * Inside a transaction, the catalog may have changed since the version was read, and the change may be rolled back. Thus it is
 * cached under its own version, which no other state has: every change draws a new one.
 */
const readInTransaction = async (db: Db) => {
  const catalog = await readCatalog(db)
  cache.set(catalog.version, catalog)
  return catalog
}

const withQuests = (catalog: Catalog, alone: readonly StoredQuest[]): Catalog => {
  const own = indexOf(alone)
  return {
    ...catalog,
    quests: [...own.quests, ...catalog.quests],
    quest: (id, version) => own.quest(id, version) ?? catalog.quest(id, version),
    task: (id) => own.task(id) ?? catalog.task(id),
  }
}

/** A quest as stored, with all its versions. */
export type StoredQuest = Omit<CatalogQuest, 'tasks' | 'dropped' | 'weeks_total'> & {
  tasks: (CatalogTask & { retired: boolean })[]
  earlier: {
    version: number
    content: Partial<CatalogQuest> & { cover_file_id: string | null }
    task_ids: string[]
  }[]
}
type BadgeRow = Omit<CatalogBadge, 'current'> & { version: number }
type CatalogRow = { version: string; quests: StoredQuest[]; badges: BadgeRow[] }

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
  'quests.span_days',
  'quests.materials',
  'quests.safety',
  'quests.rubric',
  'quests.example',
  'quests.for_adults',
  'quests.hints',
  'quests.weeks',
  'quests.repeatable',
  'quests.status',
  'quests.version',
  'quests.author_id',
  'quests.cover_motif',
  'quests.cover_file_id',
  'quests.learner_id',
  'quests.repeats',
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
  'tasks.practice',
  'tasks.week',
  'tasks.retired',
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

const eb = expressionBuilder<DB>()

// As `publicName`: minors, and those who may be, appear with first name and initial. The eighteenth birthday adds no surname to what a
// minor has published.
const shownName = eb
  .case()
  .when(
    sql<boolean>`coalesce(accounts.date_of_birth > quests.created_at - interval '18 years', not accounts.declared_adult)`,
  )
  .then(sql<string>`accounts.first_name || ' ' || left(accounts.last_name, 1) || '.'`)
  .else(nameOf('accounts'))
  .end()

const storedQuests = eb
  .selectFrom('quests')
  .select((quest) => [
    ...QUEST_COLUMNS,
    quest.fn<string>('iso', ['quests.created_at']).as('created_at'),
    fileUrlOf<string | null>('quests.cover_file_id').as('cover_url'),
    quest
      .selectFrom('accounts')
      .select(shownName.as('name'))
      .whereRef('accounts.id', '=', 'quests.author_id')
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
    jsonArrayFrom(
      quest
        .selectFrom('quest_versions')
        .select(['quest_versions.version', 'quest_versions.content', 'quest_versions.task_ids'])
        .whereRef('quest_versions.quest_id', '=', 'quests.id'),
    ).as('earlier'),
  ])

/** Quests written for a single learner, as a subquery. */
export const questsFor = (learnerId: string | Expression<string>) =>
  jsonArrayFrom(storedQuests.where('quests.learner_id', '=', learnerId)).$castTo<StoredQuest[]>()

/** One statement, hence one snapshot. */
const readCatalog = async (db: Db): Promise<Catalog> => {
  const {
    version,
    quests,
    badges: badgeRows,
  } = await db
    .selectNoFrom((select) => [
      catalogVersion.as('version'),
      jsonArrayFrom(storedQuests.where('quests.learner_id', 'is', null)).as('quests'),
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
  const badges = badgeRows.map(currentOf)
  const badgesById = new Map(badges.map((badge) => [badge.id, badge]))
  return {
    version,
    ...indexOf(quests),
    badges,
    badge: (id) => badgesById.get(id),
    badgeVersion: (id, version) =>
      badgesById.get(id)?.versions.find((each) => each.version === version),
  }
}

/** Indexes quests and tasks in all their versions. */
const indexOf = (stored: readonly StoredQuest[]): Pick<Catalog, 'quests' | 'quest' | 'task'> => {
  const versions = new Map(stored.map((quest) => [quest.id, versionsOf(quest)]))
  const tasks = new Map(stored.flatMap((quest) => quest.tasks.map((task) => [task.id, task])))
  return {
    quests: [...versions.values()].map(([newest]) => newest),
    quest: (id, version) => {
      const [newest, ...earlier] = versions.get(id) ?? []
      return earlier.find((each) => each.version === version) ?? newest
    },
    task: (id) => tasks.get(id),
  }
}

const versionsOf = ({
  tasks,
  earlier,
  ...quest
}: StoredQuest): [newest: CatalogQuest, ...earlier: CatalogQuest[]] => {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return [
    {
      ...quest,
      weeks_total: quest.weeks.length,
      tasks: tasks.filter(({ retired }) => !retired),
      dropped: tasks.filter(({ retired }) => retired),
    },
    ...earlier.map(({ version, content, task_ids }) => {
      const ids = new Set(task_ids)
      return {
        ...quest,
        ...content,
        version,
        weeks_total: (content.weeks ?? []).length,
        cover_url: content.cover_file_id && filePath(content.cover_file_id),
        tasks: task_ids.flatMap((id) => byId.get(id) ?? []),
        dropped: tasks.filter(({ id }) => !ids.has(id)),
      }
    }),
  ]
}

const currentOf = ({ version, ...badge }: BadgeRow): CatalogBadge => {
  // Guaranteed by a foreign key.
  const current = badge.versions.find((each) => each.version === version)!
  return { ...badge, current }
}
