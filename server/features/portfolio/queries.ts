import { sql } from 'kysely'

import type { StoredBlock } from '#contract/evidence'
import type { Portfolio, PortfolioItem } from '#contract/portfolio'
import { catalogVersion } from '#features/catalog'
import { mayBePublic, mayPublish, versionIn } from '#features/learners'
import { storedSiteName } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { isOutside, SHOWN_TO } from '#rules/audience'
import type { Viewer } from '#rules/audience'
import type { Pillar, PillarXp } from '#rules/pillars'

type Editable = Omit<Portfolio, 'may_be_listed' | 'blocked_by' | 'links' | 'items'> &
  Owner & { items: Omit<PortfolioItem, 'kept_back'>[]; not_clean: string[] }

/** What the editor starts from; undefined when the account is gone. */
export const findPortfolio = async (db: Db, learnerId: string): Promise<Editable | undefined> => {
  const { rows } = await sql<Editable>`
    select u.portfolio_published_at is not null as published, u.portfolio_slug as slug, u.portfolio_listed as listed,
           u.first_name, u.last_name, u.date_of_birth, ${mayPublish} as may_publish, ${notClean} as not_clean,
           (select coalesce(json_agg(i), '[]') from (
              select a.id as attempt_id, coalesce(p.caption, '') as caption, coalesce(p.audience, 'private') as audience,
                     q.title as quest_title, t.title as task_title, t.pillar, iso(a.submitted_at) as submitted_at,
                     a.blocks
              from attempts a
              join tasks t on t.id = a.task_id
              join quests q on q.id = a.quest_id
              left join portfolio_items p on p.attempt_id = a.id
              where a.learner_id = u.id and a.state in ('submitted', 'accepted')
              order by p.position nulls last, a.submitted_at desc limit 500) i) as items
    from users u where u.id = ${learnerId}
  `.execute(db)
  return rows[0]
}

/** The ids of files of the user `u` that may say more than their content: they do not leave the house. */
const notClean = sql`array(
  select f.id from files f where f.owner_id = u.id and f.stored_at is not null and f.cleaned is not true)`

export type Owner = {
  first_name: string
  last_name: string
  date_of_birth: string | null
  may_publish: boolean
}

const IS_OPEN_TO = {
  stranger: sql`u.portfolio_published_at is not null and ${mayBePublic}`,
  link: mayBePublic,
  advisor: sql`u.status = 'active'`,
  family: sql`u.status = 'active'`,
} satisfies Record<Viewer, unknown>

type PublicRow = Owner & {
  catalog_version: string
  site_name: unknown
  user_id: string
  slug: string
  listed: boolean
  totals: PillarXp
  /** Quests that the learner has completed. */
  completed: string[]
  /** In the order of the page. */
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

/** Names a portfolio: by its address, or by the learner's id. */
export type By = { slug: string } | { id: string }

const isNamed = (by: By) =>
  'slug' in by ? sql`u.portfolio_slug = ${by.slug}` : sql`u.id = ${by.id}`

/**
 * The version of everything that a page for strangers is made of, the site's name included.
 * @throws notFound when nobody has such a page
 */
export const findPageVersion = async (db: Db, by: By): Promise<string> => {
  const { rows } = await sql<{ version: string }>`
    select ${versionIn(sql`r`)} as version
    from users u join learner_revisions r on r.learner_id = u.id
    where ${isNamed(by)}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('There is no portfolio here.')
  return row.version
}

/**
 * A portfolio as a viewer sees it; undefined when it is not open to such a viewer. `isOwn` leaves that out: a preview. Raw: its
 * conditions are fragments that several statements of this file share.
 */
export const findShownPortfolio = async (
  db: Db,
  by: By,
  viewer: Viewer,
  { isOwn = false } = {},
): Promise<PublicRow | undefined> => {
  const isOpen = isOwn ? sql`true` : IS_OPEN_TO[viewer]
  const { rows } = await sql<PublicRow>`
    select u.id as user_id, coalesce(u.portfolio_slug, '') as slug, u.first_name, u.last_name, u.date_of_birth,
           u.portfolio_listed as listed, true as may_publish,
           ${catalogVersion} as catalog_version, ${storedSiteName} as site_name, ${notClean} as not_clean,
           (select coalesce(json_object_agg(pillar, xp), '{}') from xp_totals where learner_id = u.id) as totals,
           array(select quest_id from enrollments where learner_id = u.id and state = 'completed') as completed,
           (select coalesce(json_agg(json_build_object(
                     'attempt_id', a.id, 'quest_id', a.quest_id, 'task_id', a.task_id, 'caption', p.caption,
                     'submitted_at', iso(a.submitted_at), 'blocks', a.blocks) order by p.position), '[]')
            from portfolio_items p
            join attempts a on a.id = p.attempt_id and a.state in ('submitted', 'accepted')
            where p.learner_id = u.id and p.audience = any(${SHOWN_TO[viewer]}::text[])) as pieces,
           (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'pillar', pillar)), '[]')
            from tasks where owner_id = u.id) as own_tasks
    from users u
    where ${isNamed(by)} and ${isOpen}
  `.execute(db)
  return rows[0]
}

/** Whether a file stands in a piece of evidence that its owner shows to such a viewer now. */
export const isFileShown = async (
  db: Db,
  { id, ownerId }: { id: string; ownerId: string },
  viewer: Viewer,
): Promise<boolean> => {
  const { rows } = await sql`
    select from portfolio_items p
    join attempts a on a.id = p.attempt_id and a.state in ('submitted', 'accepted')
    join users u on u.id = p.learner_id
    join files f on f.id = ${id} ${isOutside(viewer) ? sql`and f.cleaned` : sql``}
    where p.learner_id = ${ownerId} and p.audience = any(${SHOWN_TO[viewer]}::text[]) and ${IS_OPEN_TO[viewer]}
      and a.blocks @> ${JSON.stringify([{ file_id: id }])}::jsonb
    limit 1
  `.execute(db)
  return rows.length > 0
}

export const replaceItems = async (
  db: Db,
  learnerId: string,
  items: readonly { attempt_id: string; caption?: string | undefined; audience: string }[],
): Promise<number> => {
  await db.deleteFrom('portfolio_items').where('learner_id', '=', learnerId).execute()
  const rows = items.map((item, position) => ({ ...item, caption: item.caption ?? '', position }))
  const { numAffectedRows } = await sql`
    insert into portfolio_items (learner_id, attempt_id, caption, audience, position)
    select a.learner_id, a.id, i.caption, i.audience, i.position
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (attempt_id uuid, caption text, audience text, position int)
    join attempts a on a.id = i.attempt_id and a.learner_id = ${learnerId}
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whose page an address is, published or not. */
export const findOwnerOf = async (db: Db, by: By): Promise<string | undefined> => {
  if ('id' in by) return by.id
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('portfolio_slug', '=', by.slug)
    .executeTakeFirst()
  return owner?.id
}

/** Whether a file stands in something that its owner has handed in. */
export const isFileHandedIn = async (
  db: Db,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<boolean> => {
  const attempt = await db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', ownerId)
    .where('blocks', '@>', JSON.stringify([{ file_id: id }]))
    .limit(1)
    .executeTakeFirst()
  return attempt !== undefined
}
