import type { ListedPerson } from '#contract/people'
import { ROLE_NAMES, ROLES } from '#rules/membership'
import type { Health } from '#rules/site-health'
import { TIER_NAMES, TIERS, type TierSource } from '#rules/tiers'

export const STATUS_NAMES = {
  active: 'Active',
  pending_consent: 'Waiting for consent',
  suspended: 'Suspended',
  closing: 'About to be deleted',
} as const satisfies Record<ListedPerson['status'], string>

export const STATUS_TONES = {
  active: 'success',
  pending_consent: 'warning',
  suspended: 'danger',
  closing: 'warning',
} as const satisfies Record<ListedPerson['status'], string>

export const SOURCE_NAMES = {
  admin: 'an admin',
  agreement: 'an academy agreement',
  payment: 'a payment',
} as const satisfies Record<TierSource, string>

const named = <Value extends string>(names: Record<Value, string>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: names[value] }))

export const ROLE_OPTIONS = named(ROLE_NAMES, ROLES)
export const TIER_OPTIONS = named(TIER_NAMES, TIERS)
export const STATUS_OPTIONS = named(
  STATUS_NAMES,
  Object.keys(STATUS_NAMES) as ListedPerson['status'][],
)

export const HEALTH_NAMES = {
  good: 'OK',
  look: 'Check this',
  bad: 'Needs attention',
} as const satisfies Record<Health['state'], string>

export const HEALTH_TONES = {
  good: 'success',
  look: 'warning',
  bad: 'danger',
} as const satisfies Record<Health['state'], string>

/** Makes an identifier readable: `role_changed` becomes "Role changed". */
export const humanize = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
