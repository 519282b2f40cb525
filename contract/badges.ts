import * as z from 'zod/mini'

import { BADGE_SHAPES } from '#rules/art/badge-art'

import { del, endpoints, get, post } from './endpoint.ts'
import { Id, page, pageQuery, PillarName, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

/** `in_progress`: the caller has made progress but not earned it. `open`: not begun. */
export const BADGE_STATES = ['earned', 'in_progress', 'open'] as const

export const BADGE = {
  id: Id,
  name: z.string(),
  /** The earned version, or the current one: an earned badge never changes. */
  version: z.number(),
  pillars: z.array(PillarName),
  shape: z.enum(BADGE_SHAPES),
}

/** Next step toward the badge; `quest_id` if a quest provides it. */
const NextStep = z.object({ words: z.string(), quest_id: z.nullable(Id) })

const Progress = z.object({
  /** 0 to 1; exactly 1 when everything is done. */
  fraction: z.number(),
  have: z.number(),
  need: z.number(),
  counts: z.enum(['parts', 'quests', 'xp', 'tasks', 'award']),
  next: z.nullable(NextStep),
})

/** An unearned badge with its progress. */
export const NearbyBadge = z.object({ ...BADGE, pursued: z.boolean(), progress: Progress })
export type NearbyBadge = z.output<typeof NearbyBadge>

export const BadgeAward = z.object({
  earned_at: Timestamp,
  /** Public code of the credential: anyone with it can open /verify/{code}. Null if it may not be published. */
  code: z.nullable(z.string()),
  /** `none`: badges for first steps are not reviewed and never become credentials. */
  review: z.enum(['pending', 'accepted', 'none']),
  /** Null until an advisor accepts all the work that the badge is based on. */
  credential_id: z.nullable(Id),
  /** The advisor's reason, if one awarded it. */
  reason: z.nullable(z.string()),
})

export const BadgeCard = z.extend(NearbyBadge, {
  slug: z.string(),
  description: z.string(),
  status: z.enum(['published', 'archived']),
  state: z.enum(BADGE_STATES),
  award: z.nullable(BadgeAward),
})
export type BadgeCard = z.output<typeof BadgeCard>

export const Badge = z.extend(BadgeCard, {
  /** Requirements as a list; lines of a group follow it, one level deeper. */
  checklist: z.array(
    z.object({
      kind: z.enum(['all', 'any', 'quests', 'xp', 'tasks', 'award']),
      depth: z.number(),
      words: z.string(),
      met: z.boolean(),
      have: z.number(),
      need: z.number(),
      quests: z.array(z.object({ id: Id, title: z.string(), completed: z.boolean() })),
    }),
  ),
})
export type Badge = z.output<typeof Badge>

/** Badge earned by a submission or an award. Its code is null until all the work behind it is accepted. */
export const EarnedBadge = z.object({
  ...BADGE,
  description: z.string(),
  code: z.nullable(z.string()),
})
export type EarnedBadge = z.output<typeof EarnedBadge>

/** Unearned badge that a submission brought closest to completion. */
export const MovedBadge = z.extend(NearbyBadge, {
  /** Fraction before the submission. */
  fraction_before: z.number(),
})
export type MovedBadge = z.output<typeof MovedBadge>

/** Badge lost by withdrawing work. */
export const LostBadge = z.object({ id: Id, name: z.string() })
export type LostBadge = z.output<typeof LostBadge>

export const BadgeQuery = z.object({
  ...pageQuery,
  search: z.optional(text(200)),
  pillar: z.optional(PillarName),
  show: z.optional(z.enum(['earned', 'in_progress', 'pursued', 'open'])),
})

export const Constellation = z.object({
  /** Size of the sky, which contains all stars. The same for everyone. */
  width: z.number(),
  height: z.number(),
  regions: z.array(z.object({ pillar: PillarName, x: z.number(), y: z.number() })),
  stars: z.array(
    z.extend(NearbyBadge, {
      state: z.enum(BADGE_STATES),
      x: z.number(),
      y: z.number(),
      earned_at: z.nullable(Timestamp),
    }),
  ),
  /** Between stars that share a quest or, failing that, a pillar. */
  lines: z.array(z.object({ from: Id, to: Id, kind: z.enum(['quest', 'pillar']) })),
})
export type Constellation = z.output<typeof Constellation>

export const badges = endpoints({
  listBadges: get('/api/badges', {
    summary: 'Available and earned badges, with the caller’s progress',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    cache: 'learner',
    query: BadgeQuery,
    reply: z.extend(page(BadgeCard), { total: z.number(), earned: z.number() }),
  }),
  badgeProgress: get('/api/badges/progress', {
    summary: 'Badges in progress: goals first, then the closest to completion',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    cache: 'learner',
    query: z.object(pageQuery),
    reply: page(NearbyBadge),
  }),
  getBadge: get('/api/badges/{id}', {
    summary: 'A badge, with the caller’s progress on its checklist',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    cache: 'learner',
    reply: Badge,
  }),
  badgeArt: get('/api/badges/{id}/art.svg', {
    summary: 'A badge’s picture; contains no personal data',
    access: 'public',
    kind: 'download',
    query: z.object({
      version: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
      look: z._default(z.enum(['earned', 'waiting']), 'earned'),
    }),
  }),
  pursueBadge: post('/api/badges/{id}/pursue', {
    summary: 'Set a badge as a goal; repeating this has no effect',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    reply: Badge,
  }),
  stopPursuingBadge: del('/api/badges/{id}/pursue', {
    summary: 'Remove a badge from the caller’s goals',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    reply: Badge,
  }),
  constellation: get('/api/constellation', {
    summary: 'The badges as a constellation: positions, lines and the caller’s progress',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    cache: 'learner',
    reply: Constellation,
  }),
})
