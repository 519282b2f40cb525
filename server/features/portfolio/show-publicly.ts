import type { PublicPortfolio } from '#contract/portfolio'
import { findCatalog } from '#features/catalog'
import type { Catalog } from '#features/catalog'
import { levelTitle } from '#features/progress'
import { siteNameOf } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { publicName } from '#rules/display-name'
import { progressOf } from '#rules/xp'

import { findPublicPortfolio } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findPublicPortfolio>>>

/** @throws notFound alike for unknown, unpublished and no longer permitted portfolios */
export const showPublicly = async (
  db: Db,
  by: { slug: string } | { id: string },
  now: Date,
): Promise<{ portfolio: PublicPortfolio; siteName: string }> => {
  const found = await findPublicPortfolio(db, by)
  if (!found) throw notFound('There is no portfolio here.')
  const catalog = await findCatalog(db, found.catalog_version)
  const xp = progressOf(found.totals)
  // Named one by one: the page writes this into its HTML as it is, and surname and birthday stay here.
  const portfolio = {
    user_id: found.user_id,
    slug: found.slug,
    display_name: publicName(found, now.toISOString().slice(0, 10)),
    xp,
    title: levelTitle(xp.level),
    quests: questsOf(found, catalog),
  }
  return { portfolio, siteName: siteNameOf(found.site_name) }
}

/** The pieces by quest, in the order in which the page first comes to each. */
const questsOf = ({ pieces, completed, own_tasks }: Found, catalog: Catalog) => {
  const taskOf = (id: string) => catalog.task(id) ?? own_tasks.find((task) => task.id === id)
  return [...Map.groupBy(pieces, ({ quest_id }) => quest_id)].map(([questId, ofQuest]) => ({
    title: catalog.quest(questId)?.title ?? '',
    completed: completed.includes(questId),
    pieces: ofQuest.flatMap(({ task_id, caption, submitted_at, blocks }) => {
      const task = taskOf(task_id)
      return task
        ? [{ task_title: task.title, pillar: task.pillar, caption, submitted_at, blocks }]
        : []
    }),
  }))
}
