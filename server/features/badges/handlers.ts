import type * as z from 'zod/mini'

import {
  type Badge,
  type BadgeCard,
  type BadgeQuery,
  badges,
  type Constellation,
} from '#contract/badges'
import { type Catalog, catalogVersion, findCatalog } from '#features/catalog'
import type { Db } from '#platform/database'
import { type App, conflict, notFound, pageInMemory, serve } from '#platform/http'
import { badgeArt } from '#rules/art/badge-art'

import { layOutConstellation } from './layout.ts'
import { type BadgeSnapshot, deletePursuit, findBadgeSnapshot, insertPursuit } from './queries.ts'
import {
  nearestBadges,
  showBadge,
  showCard,
  showNextBadge,
  badgeStatuses,
  badgeStatus,
  stateOf,
} from './show.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ONE_DAY = 'public, max-age=86400'

export const badgeRoutes = (app: App): void => {
  serve(app, badges, {
    listBadges: async ({ db, learner, query }) => {
      const [catalog, standing] = await standingOf(db, learner.id)
      const all = badgeStatuses(catalog, standing)
      const cards = all.map((stood) => showCard(catalog, stood))
      const chosen = cards.filter((card) => isWanted(card, query))
      const earned = all.filter(({ award }) => award).length
      return { ...pageInMemory(chosen, query), total: chosen.length, earned }
    },

    badgeProgress: async ({ db, learner, query }) => {
      const [catalog, standing] = await standingOf(db, learner.id)
      const held = standing.awards.map(({ badge_id }) => badge_id)
      return pageInMemory(nearestBadges(catalog, { ...standing, held }), query)
    },

    getBadge: ({ db, learner, params }) => badgeFor(db, learner.id, params.id),

    badgeArt: async ({ db, params, query, reply }) => {
      const { version } = await db
        .selectNoFrom(catalogVersion.as('version'))
        .executeTakeFirstOrThrow()
      const catalog = await findCatalog(db, version)
      const badge = catalog.badge(params.id)
      if (!badge || badge.status === 'draft') throw notFound()
      const drawn =
        query.version === undefined ? badge.current : catalog.badgeVersion(badge.id, query.version)
      if (!drawn) throw notFound()
      const { pillars, shape } = drawn
      return reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': query.version === undefined ? ONE_DAY : FOREVER,
        })
        .send(badgeArt({ pillars, shape, seed: badge.id, earned: query.look === 'earned' }))
    },

    pursueBadge: async ({ db, learner, params, clock }) => {
      const badge = await badgeFor(db, learner.id, params.id)
      if (badge.award) throw conflict('You already have this badge.')
      await insertPursuit(db, learner.id, params.id, clock())
      return badgeFor(db, learner.id, params.id)
    },

    stopPursuingBadge: async ({ db, learner, params }) => {
      await deletePursuit(db, learner.id, params.id)
      return badgeFor(db, learner.id, params.id)
    },

    constellation: async ({ db, learner }) => skyFor(await standingOf(db, learner.id)),
  })
}

const standingOf = async (
  db: Db,
  learnerId: string,
): Promise<[catalog: Catalog, standing: BadgeSnapshot]> => {
  const standing = await findBadgeSnapshot(db, learnerId)
  return [await findCatalog(db, standing.catalog_version), standing]
}

const badgeFor = async (db: Db, learnerId: string, badgeId: string): Promise<Badge> => {
  const [catalog, standing] = await standingOf(db, learnerId)
  const badge = catalog.badge(badgeId)
  const stood = badge && badgeStatus(catalog, badge, standing)
  if (!stood) throw notFound()
  return showBadge(catalog, stood)
}

const skyFor = ([catalog, standing]: [Catalog, BadgeSnapshot]): Constellation => {
  const { placeOf, ...sky } = layOutConstellation(catalog)
  const stars = badgeStatuses(catalog, standing).map((stood) => ({
    ...showNextBadge(catalog, stood),
    ...(placeOf(stood.badge.id) ?? { x: 0, y: 0 }),
    state: stateOf(stood),
    earned_at: stood.award?.earned_at ?? null,
  }))
  const shown = new Set(stars.map(({ id }) => id))
  const lines = sky.lines.filter(({ from, to }) => shown.has(from) && shown.has(to))
  return { ...sky, lines, stars }
}

const isWanted = (card: BadgeCard, { pillar, show, search }: z.output<typeof BadgeQuery>) => {
  const text = `${card.name} ${card.description}`.toLowerCase()
  const words = search?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    (!pillar || card.pillars.includes(pillar)) &&
    (!show || (show === 'pursued' ? card.pursued : card.state === show)) &&
    words.every((word) => text.includes(word))
  )
}
