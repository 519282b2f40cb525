import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { StoredBlock } from '#contract/evidence'
import type { Portfolio, PortfolioItem } from '#contract/portfolio'
import { catalogVersion, questsFor, type StoredQuest } from '#features/catalog'
import { mayBePublic, mayPublish, learnerVersion } from '#features/learners'
import { storedSiteName } from '#features/site'
import { arrayFrom, type DB, type Db, jsonRecordFrom } from '#platform/database'
import { notFound } from '#platform/http'
import { isOutsideSite, SHOWN_TO, type Viewer } from '#rules/audience'
import type { Pillar, PillarXp } from '#rules/pillars'

type Editable = Omit<Portfolio, 'may_be_listed' | 'blocked_by' | 'links' | 'items'> &
  Owner & { items: Omit<PortfolioItem, 'kept_back'>[]; not_clean: string[] }

const eb = expressionBuilder<DB & { u: DB['accounts'] }, 'u'>()

/** Maximum number of submissions offered in the editor. */
const MAX_ITEMS = 500
/** In bytes; a page is sent and rendered as a whole. */
export const MAX_PAGE_BYTES = 2_000_000

/** Size of a submission in bytes. */
const bytesOfWork = sql<number>`octet_length(attempts.blocks::text)`

/** True if a submission and those before it in the editor exceed the page's limit. */
const isBeyondPage = sql<boolean>`sum(${bytesOfWork}) over (
  order by attempts.position asc nulls last, attempts.submitted_at desc, attempts.id
) > ${sql.lit(MAX_PAGE_BYTES)}`

/** The files of a submission, by id and name. */
const filesOfWork = sql<StoredBlock[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('type', 'file', 'file_id', block -> 'file_id', 'name', block -> 'name')), '[]')
  from jsonb_array_elements(attempts.blocks) block where block ? 'file_id')`

/** Initial data of the editor; undefined if the account is deleted. */
export const findPortfolio = (db: Db, learnerId: string): Promise<Editable | undefined> =>
  db
    .selectFrom('accounts as u')
    .select((select) => [
      select('u.portfolio_published_at', 'is not', null).as('published'),
      'u.portfolio_slug as slug',
      'u.portfolio_listed as listed',
      'u.first_name',
      'u.last_name',
      'u.date_of_birth',
      mayPublish.as('may_publish'),
      notClean.as('not_clean'),
      jsonArrayFrom(
        select
          .selectFrom(
            select
              .selectFrom('attempts')
              .leftJoin('portfolio_items', 'portfolio_items.attempt_id', 'attempts.id')
              .selectAll('attempts')
              .select(({ fn, val }) => [
                fn.coalesce('portfolio_items.caption', val('')).as('caption'),
                fn.coalesce('portfolio_items.audience', val('private')).as('audience'),
                'portfolio_items.position',
              ])
              .whereRef('attempts.learner_id', '=', 'u.id')
              .where('attempts.state', 'in', ['submitted', 'accepted'])
              .orderBy('portfolio_items.position', (order) => order.asc().nullsLast())
              .orderBy('attempts.submitted_at', 'desc')
              .limit(MAX_ITEMS)
              .as('attempts'),
          )
          .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
          .innerJoin('quests', 'quests.id', 'attempts.quest_id')
          .select(({ fn }) => [
            'attempts.id as attempt_id',
            'attempts.caption',
            'attempts.audience',
            'quests.title as quest_title',
            'tasks.title as task_title',
            'tasks.pillar',
            fn<string>('iso', ['attempts.submitted_at']).as('submitted_at'),
            sql`case when ${isBeyondPage} then ${filesOfWork} else attempts.blocks end`.as(
              'blocks',
            ),
            isBeyondPage.as('left_out'),
          ])
          .orderBy('attempts.position', (order) => order.asc().nullsLast())
          .orderBy('attempts.submitted_at', 'desc'),
      ).as('items'),
    ])
    .where('u.id', '=', learnerId)
    .$castTo<Editable>()
    .executeTakeFirst()

/** Ids of files of the user `u` that may contain hidden metadata: strangers do not get them. */
const notClean = arrayFrom(
  eb
    .selectFrom('files')
    .select('files.id')
    .whereRef('files.owner_id', '=', 'u.id')
    .where('files.stored_at', 'is not', null)
    .where('files.cleaned', 'is not', true),
)

export type Owner = {
  first_name: string
  last_name: string
  date_of_birth: string | null
  may_publish: boolean
}

const isActive = eb('u.status', '=', 'active')

const IS_OPEN_TO = {
  stranger: eb.and([eb('u.portfolio_published_at', 'is not', null), mayBePublic]),
  link: mayBePublic,
  advisor: isActive,
  family: isActive,
} satisfies Record<Viewer, unknown>

type PublicRow = Owner & {
  catalog_version: string
  /** Quests written for the owner only: their titles appear with the work. */
  alone: StoredQuest[]
  site_name: unknown
  user_id: string
  slug: string
  listed: boolean
  /** Null for the owner's preview of an unpublished page. */
  published_at: string | null
  totals: PillarXp
  /** Quests that the learner has completed. */
  completed: string[]
  /** In page order. */
  pieces: {
    attempt_id: string
    quest_id: string
    task_id: string
    caption: string
    submitted_at: string
    blocks: StoredBlock[]
  }[]
  own_tasks: { id: string; title: string; pillar: Pillar }[]
  /** Ids of files. */
  not_clean: string[]
}

/** Identifies a portfolio by its slug or its learner's id. */
export type PortfolioRef = { slug: string } | { id: string }

const isNamed = (by: PortfolioRef) =>
  'slug' in by ? eb('u.portfolio_slug', '=', by.slug) : eb('u.id', '=', by.id)

/**
 * Version of all data on a page for strangers, including the site's name.
 * @throws notFound if no such page exists
 */
export const findPageVersion = async (db: Db, by: PortfolioRef): Promise<string> => {
  const row = await db
    .selectFrom('accounts as u')
    .innerJoin('learner_revisions', 'learner_revisions.learner_id', 'u.id')
    .select(learnerVersion.as('version'))
    .where(isNamed(by))
    .executeTakeFirst()
  if (!row) throw notFound('Portfolio not found.')
  return row.version
}

/** A portfolio as a viewer sees it; undefined if that viewer has no access. `isOwn` skips that check for a preview. */
export const findShownPortfolio = (
  db: Db,
  by: PortfolioRef,
  viewer: Viewer,
  { isOwn = false } = {},
): Promise<PublicRow | undefined> =>
  db
    .selectFrom('accounts as u')
    .select((select) => [
      'u.id as user_id',
      select.fn.coalesce('u.portfolio_slug', select.val('')).as('slug'),
      'u.first_name',
      'u.last_name',
      'u.date_of_birth',
      'u.portfolio_listed as listed',
      'u.portfolio_published_at as published_at',
      select.lit(true).as('may_publish'),
      catalogVersion.as('catalog_version'),
      questsFor(select.ref('u.id')).as('alone'),
      storedSiteName.as('site_name'),
      notClean.as('not_clean'),
      jsonRecordFrom(
        select
          .selectFrom('xp_totals')
          .select(['pillar as key', 'xp as value'])
          .whereRef('learner_id', '=', 'u.id'),
      ).as('totals'),
      arrayFrom(
        select
          .selectFrom('enrollments')
          .select('quest_id')
          .whereRef('learner_id', '=', 'u.id')
          .where('enrollments.state', '=', 'completed'),
      ).as('completed'),
      jsonArrayFrom(
        select
          .selectFrom('portfolio_items')
          .innerJoin('attempts', 'attempts.id', 'portfolio_items.attempt_id')
          .select(({ fn }) => [
            'attempts.id as attempt_id',
            'attempts.quest_id',
            'attempts.task_id',
            'portfolio_items.caption',
            fn<string>('iso', ['attempts.submitted_at']).as('submitted_at'),
            'attempts.blocks',
          ])
          .whereRef('portfolio_items.learner_id', '=', 'u.id')
          .where('portfolio_items.audience', 'in', SHOWN_TO[viewer])
          .where('attempts.state', 'in', ['submitted', 'accepted'])
          .$if(!isOwn, (query) => query.where('attempts.held_back', '=', false))
          .orderBy('portfolio_items.position'),
      ).as('pieces'),
      jsonArrayFrom(
        select
          .selectFrom('tasks')
          .select(['id', 'title', 'pillar'])
          .whereRef('owner_id', '=', 'u.id'),
      ).as('own_tasks'),
    ])
    .where(isNamed(by))
    .$if(!isOwn, (query) => query.where(IS_OPEN_TO[viewer]))
    .$castTo<PublicRow>()
    .executeTakeFirst()

/** True if a file is part of evidence that its owner shows to such a viewer now. */
export const isFileShown = async (
  db: Db,
  { id, ownerId }: { id: string; ownerId: string },
  viewer: Viewer,
): Promise<boolean> => {
  const item = await db
    .selectFrom('portfolio_items')
    .innerJoin('attempts', 'attempts.id', 'portfolio_items.attempt_id')
    .innerJoin('accounts as u', 'u.id', 'portfolio_items.learner_id')
    .innerJoin('files', (join) => join.on('files.id', '=', id))
    .select('attempts.id')
    .where('portfolio_items.learner_id', '=', ownerId)
    .where('portfolio_items.audience', 'in', SHOWN_TO[viewer])
    .where('attempts.state', 'in', ['submitted', 'accepted'])
    .where('attempts.held_back', '=', false)
    .where('attempts.blocks', '@>', JSON.stringify([{ file_id: id }]))
    .where(IS_OPEN_TO[viewer])
    .$if(isOutsideSite(viewer), (query) => query.where('files.cleaned', 'is', true))
    .limit(1)
    .executeTakeFirst()
  return item !== undefined
}

/** Stores the chosen items. Returns how many of them are submissions of this learner, and their total size in bytes. */
export const replaceItems = async (
  db: Db,
  learnerId: string,
  items: readonly { attempt_id: string; caption?: string | undefined; audience: string }[],
): Promise<{ count: number; bytes: number }> => {
  await db.deleteFrom('portfolio_items').where('learner_id', '=', learnerId).execute()
  const own = await db
    .selectFrom('attempts')
    .select(['id', bytesOfWork.as('bytes')])
    .where('learner_id', '=', learnerId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(items.map((item) => item.attempt_id)))))
    .execute()
  const ids = new Set(own.map(({ id }) => id))
  const rows = items.flatMap((item, position) =>
    ids.has(item.attempt_id)
      ? [{ ...item, learner_id: learnerId, caption: item.caption ?? '', position }]
      : [],
  )
  if (rows.length > 0) await db.insertInto('portfolio_items').values(rows).execute()
  return { count: rows.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Owner of a page, published or not. */
export const findOwnerOf = async (db: Db, by: PortfolioRef): Promise<string | undefined> => {
  if ('id' in by) return by.id
  const owner = await db
    .selectFrom('accounts')
    .select('id')
    .where('portfolio_slug', '=', by.slug)
    .executeTakeFirst()
  return owner?.id
}
