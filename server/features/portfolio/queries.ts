import { sql } from 'kysely'

import type { StoredBlock } from '#contract/evidence'
import type { Portfolio } from '#contract/portfolio'
import { catalogVersion } from '#features/catalog'
import { storedSiteName } from '#features/site'
import type { Db } from '#platform/database'
import type { Pillar, PillarXp } from '#rules/pillars'

/** What the editor starts from; undefined when the account is gone. */
export const findPortfolio = async (
  db: Db,
  learnerId: string,
): Promise<(Omit<Portfolio, 'blocked_by'> & Owner) | undefined> => {
  const { rows } = await sql<Omit<Portfolio, 'blocked_by'> & Owner>`
    select u.portfolio_published_at is not null as published, u.portfolio_slug as slug,
           u.first_name, u.last_name, u.date_of_birth, ${maySharePublicly} as may_publish,
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

export type Owner = {
  first_name: string
  last_name: string
  date_of_birth: string | null
  may_publish: boolean
}

// Under 13 a guardian must have allowed publishing; whoever has grown older decides alone.
const maySharePublicly = sql<boolean>`(
  u.date_of_birth is null or u.date_of_birth <= current_date - interval '13 years' or exists (
    select from consents c where c.child_id = u.id and c.confirmed_at is not null and c.revoked_at is null
      and 'publishing' = any(c.scopes)))`

// One condition for every way out: published, allowed, and the account in good standing.
const isShown = sql`u.portfolio_published_at is not null and u.status = 'active' and ${maySharePublicly}`

type PublicRow = Owner & {
  catalog_version: string
  site_name: unknown
  user_id: string
  slug: string
  totals: PillarXp
  /** Quests that the learner has completed. */
  completed: string[]
  /** In the order of the page. */
  pieces: {
    quest_id: string
    task_id: string
    caption: string
    submitted_at: string
    blocks: StoredBlock[]
  }[]
  own_tasks: { id: string; title: string; pillar: Pillar }[]
}

/** A portfolio as strangers see it, by slug or by the learner's id; undefined unless it is published. */
export const findPublicPortfolio = async (
  db: Db,
  by: { slug: string } | { id: string },
): Promise<PublicRow | undefined> => {
  const which = 'slug' in by ? sql`u.portfolio_slug = ${by.slug}` : sql`u.id = ${by.id}`
  const { rows } = await sql<PublicRow>`
    select u.id as user_id, u.portfolio_slug as slug, u.first_name, u.last_name, u.date_of_birth, true as may_publish,
           ${catalogVersion} as catalog_version, ${storedSiteName} as site_name,
           (select coalesce(json_object_agg(pillar, xp), '{}') from xp_totals where learner_id = u.id) as totals,
           array(select quest_id from enrollments where learner_id = u.id and state = 'completed') as completed,
           (select coalesce(json_agg(json_build_object(
                     'quest_id', a.quest_id, 'task_id', a.task_id, 'caption', p.caption,
                     'submitted_at', iso(a.submitted_at), 'blocks', a.blocks) order by p.position), '[]')
            from portfolio_items p
            join attempts a on a.id = p.attempt_id and a.state in ('submitted', 'accepted')
            where p.learner_id = u.id and p.audience = 'public') as pieces,
           (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'pillar', pillar)), '[]')
            from tasks where owner_id = u.id) as own_tasks
    from users u
    where ${which} and ${isShown}
  `.execute(db)
  return rows[0]
}

/** Whether a file stands in a piece of evidence that its owner shows to everyone now. */
export const isFilePublic = async (db: Db, ownerId: string, fileId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from portfolio_items p
    join attempts a on a.id = p.attempt_id and a.state in ('submitted', 'accepted')
    join users u on u.id = p.learner_id
    where p.learner_id = ${ownerId} and p.audience = 'public' and ${isShown}
      and a.blocks @> ${JSON.stringify([{ file_id: fileId }])}::jsonb
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
