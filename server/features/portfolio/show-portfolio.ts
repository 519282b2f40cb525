import type { PublicPortfolio } from '#contract/portfolio'
import { listBadgesOf } from '#features/badges'
import { type Catalog, findCatalog } from '#features/catalog'
import { levelTitle } from '#features/progress'
import { siteNameOf } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { isAdult } from '#rules/age'
import { isOutsideSite, type Viewer } from '#rules/audience'
import { publicFileNames, publicName } from '#rules/text/display-name'
import { progressOf } from '#rules/xp'

import { findShownPortfolio, type PortfolioRef } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findShownPortfolio>>>

export type PortfolioPage = { portfolio: PublicPortfolio; siteName: string; listed: boolean }

/**
 * A portfolio as another person sees it.
 * @param options.isOwn shows the owner what such a viewer would see, published or not
 * @param options.since when the viewer's link was created
 * @throws notFound alike for unknown, unpublished and no longer permitted portfolios
 */
export const showPortfolio = async (
  db: Db,
  by: PortfolioRef,
  options: { viewer: Viewer; now: Date; isOwn?: boolean; since?: string },
): Promise<PortfolioPage> => {
  const found = await findShownPortfolio(db, by, options.viewer, options)
  if (!found) throw notFound('Portfolio not found.')
  const catalog = await findCatalog(db, found.catalog_version, found.alone)
  const held = await listBadgesOf(db, found.user_id)
  const badges = isOutsideSite(options.viewer) ? held.filter(({ code }) => code !== null) : held
  const xp = progressOf(found.totals)
  const today = options.now.toISOString().slice(0, 10)
  const named = options.viewer === 'stranger' ? found.published_at : options.since
  const namedOn = named?.slice(0, 10) ?? today
  // Listed explicitly: the page embeds this object in its HTML, so it must not contain surname or birthday.
  const portfolio = {
    user_id: 'id' in by && options.viewer !== 'link' ? found.user_id : null,
    slug: found.slug,
    seen_as: options.viewer,
    // The eighteenth birthday adds no surname to what a minor has published or given a link to.
    display_name: publicName(found, namedOn),
    xp,
    title: levelTitle(xp.level),
    badges: badges.map(({ badge_id, version, name, code, earned_at }) => ({
      id: badge_id,
      version,
      name,
      code,
      earned_at,
    })),
    quests: questsOf(forOutside(found, options.viewer, namedOn), catalog),
  }
  const listed = found.listed && isAdult(found.date_of_birth, today)
  return { portfolio, siteName: siteNameOf(found.site_name), listed }
}

/**
 * Removes, for viewers outside the school, files with possible hidden metadata, a minor's surname from the names of the others, and
 * what the program says of the learner's practice: it is for the reviewer, and lists what the learner cannot do yet.
 */
const forOutside = (found: Found, viewer: Viewer, namedOn: string): Found => {
  if (!isOutsideSite(viewer)) return found
  const unclean = new Set(found.not_clean)
  const nameOf = publicFileNames(found, namedOn)
  const pieces = found.pieces.map((piece) => ({
    ...piece,
    blocks: piece.blocks
      .filter(({ file_id, practice }) => !practice && !(file_id && unclean.has(file_id)))
      .map((block) => (block.name === undefined ? block : { ...block, name: nameOf(block.name) })),
  }))
  return { ...found, pieces }
}

/** Groups pieces by quest, in order of first appearance. */
const questsOf = ({ pieces, completed, own_tasks }: Found, catalog: Catalog) => {
  const taskOf = (id: string) => catalog.task(id) ?? own_tasks.find((task) => task.id === id)
  return [...Map.groupBy(pieces, ({ quest_id }) => quest_id)].map(([questId, ofQuest]) => ({
    title: catalog.quest(questId)?.title ?? '',
    completed: completed.includes(questId),
    pieces: ofQuest.flatMap(({ task_id, attempt_id, caption, submitted_at, blocks }) => {
      const task = taskOf(task_id)
      return task
        ? [
            {
              attempt_id,
              task_title: task.title,
              pillar: task.pillar,
              caption,
              submitted_at,
              blocks,
            },
          ]
        : []
    }),
  }))
}
