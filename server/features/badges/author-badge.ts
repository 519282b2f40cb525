import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { AuthoredBadge, BadgeContent, CriteriaPreview } from '#contract/authoring'
import { type Catalog, catalogVersion, findCatalog } from '#features/catalog'
import { type Db, lockTables } from '#platform/database'
import { conflict, invalid, notFound, pageInMemory } from '#platform/http'
import { type AuthoringUser, mayEdit } from '#rules/authoring'
import { type Criteria, criteriaInWords, isMet, questsIn } from '#rules/badges'

import { badgeFactsOf, type BadgeFactsRow, pillarTotals } from './queries.ts'
import { isEarned, newestVersions, storeVersions } from './versions.ts'

/** Badges of one author, and of all authors; archived ones count, as every reading of the catalog holds them (ADR 74). */
const MAX_OF_AUTHOR = 50
const MAX_OF_ALL = 200

type BadgeInput = { badge: BadgeContent; publish: boolean }

const columns = (db: Db) =>
  newestVersions(db)
    .select(({ selectFrom }) => [
      'badges.id',
      'badges.author_id',
      'badges.status',
      'badges.version',
      'badge_versions.name',
      'badge_versions.description',
      'badge_versions.shape',
      'badge_versions.pillars',
      'badge_versions.criteria',
      'badge_versions.criteria_text',
      selectFrom('badge_awards')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('badge_awards.badge_id', '=', 'badges.id')
        .where('badge_awards.withdrawn_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('holders'),
      isEarned.as('is_earned'),
    ])
    .$castTo<Omit<AuthoredBadge, 'editable'> & { author_id: string | null; is_earned: boolean }>()

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>

const isEditable = ({ author_id, status }: Row, caller: AuthoringUser) =>
  mayEdit({ authorId: author_id, state: status }, caller)

const shown = (row: Row, caller: AuthoringUser): AuthoredBadge => ({
  ...row,
  editable: isEditable(row, caller),
})

/** Returns all badges by name, except others' drafts. */
export const listAuthoredBadges = async (
  db: Db,
  {
    search = '',
    ...page
  }: { search?: string | undefined; cursor?: string | undefined; limit: number },
  caller: AuthoringUser,
) => {
  const rows = await columns(db).orderBy('badge_versions.name').execute()
  const words = search.toLowerCase().split(/\s+/)
  const found = rows
    .filter((row) => row.status !== 'draft' || isEditable(row, caller))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const { items, next_cursor } = pageInMemory(found, page)
  return { items: items.map((row) => shown(row, caller)), next_cursor }
}

const requireBadge = async (db: Db, id: string, caller: AuthoringUser): Promise<Row> => {
  const row = await columns(db).where('badges.id', '=', id).executeTakeFirst()
  if (!row || (row.status === 'draft' && !isEditable(row, caller))) throw notFound()
  return row
}

export const authoredBadge = async (
  db: Db,
  id: string,
  caller: AuthoringUser,
): Promise<AuthoredBadge> => shown(await requireBadge(db, id, caller), caller)

const requireEditable = async (db: Db, id: string, caller: AuthoringUser): Promise<Row> => {
  // Serializes changes, and prevents awards of a version while its editability is being decided.
  await lockTables(db, ['badges', 'badge_awards'])
  const row = await requireBadge(db, id, caller)
  if (!isEditable(row, caller)) throw notFound()
  return row
}

/** `db` is a transaction. */
export const createBadge = async (
  db: Db,
  { badge, publish }: BadgeInput,
  caller: AuthoringUser,
): Promise<AuthoredBadge> => {
  await lockTables(db, ['badges'])
  await requireRoom(db, caller)
  const id = randomUUID()
  const version = await versionFrom(db, id, badge)
  await db
    .insertInto('badges')
    .values((insert) => ({
      id,
      slug: id,
      status: publish ? 'published' : 'draft',
      version: 1,
      author_id: caller.userId,
      position: insert
        .selectFrom('badges')
        .select(({ eb, fn, lit }) =>
          eb(fn.coalesce(fn.max('position'), lit(0)), '+', lit(1)).as('next'),
        ),
    }))
    .execute()
  await storeVersions(db, [{ ...version, badge_id: id, version: 1 }])
  return authoredBadge(db, id, caller)
}

/** @throws conflict if the author, or all authors together, have as many badges as there may be */
const requireRoom = async (db: Db, { userId }: AuthoringUser): Promise<void> => {
  const { all, own } = await db
    .selectFrom('badges')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('author_id', '=', userId).as('own'),
    ])
    .where('shipped_as', 'is', null)
    .executeTakeFirstOrThrow()
  if (own >= MAX_OF_AUTHOR) {
    throw conflict(
      `You have ${MAX_OF_AUTHOR} badges, which is the limit. Please change one of them instead.`,
    )
  }
  if (all >= MAX_OF_ALL) {
    throw conflict(
      `There are ${MAX_OF_ALL} badges already, which is the limit. Please change one of yours instead.`,
    )
  }
}

/**
 * Changes a badge: edits the current version while nobody has earned it, else creates the next one. `db` is a transaction.
 * @param written.version the version that was edited; refused if the badge has changed since
 */
export const changeBadge = async (
  db: Db,
  id: string,
  { badge, publish, version }: BadgeInput & { version: number },
  caller: AuthoringUser,
): Promise<AuthoredBadge> => {
  const before = await requireEditable(db, id, caller)
  if (before.version !== version) {
    throw conflict('This badge has since been changed elsewhere.')
  }
  const written = await versionFrom(db, id, badge)
  const next = before.is_earned ? version + 1 : version
  await storeVersions(db, [{ ...written, badge_id: id, version: next }])
  await db
    .updateTable('badges')
    .set({ version: next, ...(publish ? { status: 'published' } : {}) })
    .where('id', '=', id)
    .execute()
  return authoredBadge(db, id, caller)
}

/** Archives a badge; learners who have it keep it. `db` is a transaction. */
export const archiveBadge = async (db: Db, id: string, caller: AuthoringUser): Promise<void> => {
  await requireEditable(db, id, caller)
  await db.updateTable('badges').set({ status: 'archived' }).where('id', '=', id).execute()
}

/** Columns of a version. Names are unique regardless of case, including archived badges. */
const versionFrom = async (db: Db, id: string, { criteria, ...badge }: BadgeContent) => {
  const catalog = await currentCatalog(db)
  const same = badge.name.toLowerCase()
  if (catalog.badges.some((each) => each.id !== id && each.current.name.toLowerCase() === same)) {
    throw conflict('There is already a badge with this name.', {
      'badge.name': 'There is already a badge with this name.',
    })
  }
  return {
    ...badge,
    criteria: JSON.stringify(criteria),
    criteria_text: wordsFor(criteria, catalog),
  }
}

const wordsFor = (criteria: Criteria, catalog: Catalog): string => {
  if (!questsIn(criteria).every((id) => catalog.quest(id)?.status === 'published')) {
    const message = 'One of the quests no longer exists.'
    throw invalid(message, { 'badge.criteria': message })
  }
  return criteriaInWords(criteria, (id) => catalog.quest(id)?.title ?? '')
}

const currentCatalog = async (db: Db): Promise<Catalog> => {
  const { version } = await db.selectNoFrom(catalogVersion.as('version')).executeTakeFirstOrThrow()
  return findCatalog(db, version)
}

/** Learners in the sample; the total is extrapolated. */
const SAMPLE = 2000

/** Describes criteria in words, and estimates how many learners meet them today. */
export const previewCriteria = async (db: Db, criteria: Criteria): Promise<CriteriaPreview> => {
  const words = wordsFor(criteria, await currentCatalog(db))
  // Ids are random, so the first rows are a fair sample.
  const rows = await db
    .selectFrom('accounts')
    .select(({ fn, ref, selectFrom }) => [
      pillarTotals(ref('accounts.id')).as('totals'),
      selectFrom('enrollments')
        // As JSON, which is parsed many times faster than an array.
        .select(({ fn }) => fn.coalesce(fn.jsonAgg('quest_id'), sql<string[]>`'[]'`).as('ids'))
        .whereRef('learner_id', '=', 'accounts.id')
        .where('state', '=', 'completed')
        .where(({ eb, fn, val }) => eb('quest_id', '=', fn.any(val(questsIn(criteria)))))
        .as('completed'),
      sql<string[]>`array[]::uuid[]`.as('begun'),
      fn.countAll<number>().over().as('all'),
    ])
    .where('role', '=', 'student')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(SAMPLE)
    .$castTo<BadgeFactsRow & { all: number }>()
    .execute()
  const of = rows[0]?.all ?? 0
  const have = rows.filter((row) => isMet(criteria, badgeFactsOf(row))).length
  const estimated = of > rows.length
  return { words, of, estimated, learners: estimated ? Math.round((have / SAMPLE) * of) : have }
}
