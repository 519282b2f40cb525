import type { Outcome, RosterImport } from '#contract/rosters'

export const STATES = {
  reading: { label: 'Being read', tone: 'brand' },
  ready: { label: 'Waits for you', tone: 'gold' },
  applying: { label: 'Being applied', tone: 'brand' },
  applied: { label: 'Applied', tone: 'success' },
  refused: { label: 'Not readable', tone: 'danger' },
} as const satisfies Record<RosterImport['state'], object>

/** Outcomes for people, most important first. */
export const OUTCOMES = {
  create: { label: 'New accounts', one: 'New account', tone: 'success' },
  join: { label: 'Linked to accounts that are here', one: 'Linked', tone: 'brand' },
  change: { label: 'Names that change', one: 'Name changes', tone: 'brand' },
  suspend: { label: 'Suspended, as the file says', one: 'Suspended', tone: 'warning' },
  restore: { label: 'Back from a suspension', one: 'Comes back', tone: 'success' },
  missing: { label: 'No longer in the file', one: 'Not in the file', tone: 'warning' },
  same: { label: 'As they are', one: 'As it is', tone: 'neutral' },
  skip: { label: 'Left alone', one: 'Left alone', tone: 'neutral' },
  refuse: { label: 'Rows with errors: left out', one: 'Left out', tone: 'danger' },
} as const satisfies Record<Outcome, object>

export const FORMATS = {
  oneroster: 'OneRoster 1.2',
  simple: 'Simple file',
} as const satisfies Record<RosterImport['format'], string>
