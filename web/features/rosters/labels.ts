import type { Outcome, RosterImport } from '#contract/rosters'

export const STATES = {
  reading: { label: 'Being checked', tone: 'brand' },
  ready: { label: 'Waiting for you', tone: 'gold' },
  applying: { label: 'Being applied', tone: 'brand' },
  applied: { label: 'Applied', tone: 'success' },
  refused: { label: 'Unreadable', tone: 'danger' },
  failed: { label: 'Not applied', tone: 'danger' },
  undoing: { label: 'Being undone', tone: 'brand' },
  undone: { label: 'Undone', tone: 'neutral' },
} as const satisfies Record<RosterImport['state'], object>

/** Outcomes for people, most important first. */
export const OUTCOMES = {
  create: { label: 'New accounts', one: 'New account', tone: 'success' },
  join: { label: 'Linked to existing accounts', one: 'Linked', tone: 'brand' },
  change: { label: 'Names or addresses that change', one: 'Changes', tone: 'brand' },
  suspend: { label: 'Suspended by the file', one: 'Suspended', tone: 'warning' },
  restore: { label: 'Restored after suspension', one: 'Restored', tone: 'success' },
  missing: { label: 'No longer in the file', one: 'Not in the file', tone: 'warning' },
  same: { label: 'Unchanged', one: 'Unchanged', tone: 'neutral' },
  skip: { label: 'Not changed by imports', one: 'Not changed by imports', tone: 'neutral' },
  refuse: { label: 'Rows with errors (skipped)', one: 'Skipped', tone: 'danger' },
} as const satisfies Record<Outcome, object>

/** Origin of an import without a person. */
export const SOURCES = {
  upload: '',
  command: ', by the command line',
  service: ', from the school’s service',
} as const satisfies Record<RosterImport['source'], string>

export const FORMATS = {
  oneroster: 'OneRoster 1.1 or 1.2',
  simple: 'Simple CSV',
} as const satisfies Record<RosterImport['format'], string>
