import * as z from 'zod/mini'

import { ROLES } from '#rules/membership'

import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { Id, page, pageQuery, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

export const IMPORT_FORMATS = ['oneroster', 'simple'] as const
export const IMPORT_STATES = [
  'reading',
  'ready',
  'applying',
  'applied',
  'refused',
  'failed',
  'undoing',
  'undone',
] as const
export const IMPORT_SOURCES = ['upload', 'command', 'service'] as const

/** Effect of an import on a person. `skip`: inactive, or erased on this site. */
export const OUTCOMES = [
  'create',
  'join',
  'change',
  'suspend',
  'restore',
  'missing',
  'same',
  'skip',
  'refuse',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Bytes of an upload: a ZIP of some 450 MB of text. */
const MAX_IMPORTED_BYTES = 100 * 1024 * 1024
/** Share of all roster people; suspending more requires a second confirmation. */
export const USUAL_SHARE_MISSING = 0.1

const Count = z.int()

export const RosterImport = z.object({
  id: Id,
  format: z.enum(IMPORT_FORMATS),
  file_name: z.string(),
  /** Null when the account was deleted. */
  made_by: z.nullable(z.string()),
  state: z.enum(IMPORT_STATES),
  source: z.enum(IMPORT_SOURCES),
  /** Error that prevented reading or applying. */
  problem: z.nullable(z.string()),
  /** users.csv contains only changes, not everybody. */
  is_delta: z.boolean(),
  /** 0 to 1, of reading or applying. */
  progress: z.number(),
  /** Empty while a job works on it. */
  people: z.partialRecord(z.enum(OUTCOMES), Count),
  errors: Count,
  warnings: Count,
  /** People with an account from this import who have not been invited to set a password. */
  not_invited: Count,
  /** Emails about its people that wait for their turn. */
  sending: Count,
  created_at: Timestamp,
  applied_at: z.nullable(Timestamp),
  undone_at: z.nullable(Timestamp),
})
export type RosterImport = z.output<typeof RosterImport>

/** Excludes counts, which would read every row of every import. */
const ListedImport = z.omit(RosterImport, {
  people: true,
  errors: true,
  warnings: true,
  not_invited: true,
  sending: true,
})
export type ListedImport = z.output<typeof ListedImport>

export const RosterPerson = z.object({
  sourced_id: z.string(),
  line: Count,
  name: z.string(),
  /** Null for a learner without an address. */
  email: z.nullable(z.string()),
  /** Null if the files do not specify it. */
  role: z.nullable(z.enum(ROLES)),
  outcome: z.enum(OUTCOMES),
  user_id: z.nullable(Id),
  /** Changed fields with their new values. */
  changes: z.record(z.string(), z.nullable(z.string())),
})
export type RosterPerson = z.output<typeof RosterPerson>

export const RosterProblem = z.object({
  file: z.string(),
  line: Count,
  /** Empty if the problem concerns the whole row. */
  column: z.string(),
  message: z.string(),
  /** The row is skipped; otherwise the problem is informational. */
  is_error: z.boolean(),
})
export type RosterProblem = z.output<typeof RosterProblem>

/** Learners who go from one advisor to another; null is none. */
export const RosterMove = z.object({
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  learners: Count,
})
export type RosterMove = z.output<typeof RosterMove>

/** Email about an imported person that the mail server has refused, or not accepted for hours. */
export const UndeliveredEmail = z.object({
  /** Job id. */
  id: Id,
  to: z.string(),
  reason: z.nullable(z.string()),
})
export type UndeliveredEmail = z.output<typeof UndeliveredEmail>

const percent = () => z.int().check(z.minimum(0), z.maximum(100))

/** Limits of imports that nobody looks at: beyond one of them, an import waits for an admin. Shares of the people of the roster. */
export const ImportLimits = z.object({
  /** Suspend people missing from a full roster. */
  suspends_missing: z.boolean(),
  suspended_percent: percent(),
  moved_percent: percent(),
  addresses_percent: percent(),
  /** Accounts here already that join the roster, which may then change their address and suspend them. */
  joined_percent: percent(),
  /** Learners here already who get another guardian. */
  guardians_percent: percent(),
  errors: z.int().check(z.minimum(0), z.maximum(1_000_000)),
})
export type ImportLimits = z.output<typeof ImportLimits>

/** Guardian of a child who waits for consent. */
export const WaitingFamily = z.object({
  /** The child. */
  id: Id,
  child: z.string(),
  guardian_email: z.string(),
  /** When an import's email last asked. */
  asked_at: Timestamp,
  /** Emails of imports that have asked, at most MAX_ASKS. */
  asks: Count,
})
export type WaitingFamily = z.output<typeof WaitingFamily>

/** Emails that an import sends to a guardian who does not answer. */
export const MAX_ASKS = 2
/** Days between them. */
export const ASK_AGAIN_DAYS = 7

/** Effect of undoing an import. */
export const UndoPreview = z.object({
  /** Null if the import cannot be undone any more, otherwise the last moment. */
  until: z.nullable(Timestamp),
  /** Accounts created by the import that nobody has used: they are removed. */
  removed: Count,
  /** Accounts created by it that are in use: they stay. */
  kept: Count,
  /** The first hundred of those. */
  kept_people: z.array(z.object({ id: Id, name: z.string() })),
  /** People who get their former name, address or status back. */
  restored: Count,
  /** Learners who get their former advisor back, or none. */
  reassigned: Count,
  /** Guardians who lose the link that the import gave them to learners who were here before. */
  unlinked: z.optional(Count),
})
export type UndoPreview = z.output<typeof UndoPreview>

/** Days in which the last applied import can be undone. */
export const UNDO_DAYS = 30

const ImportForm = z.object({ format: z.enum(IMPORT_FORMATS) })

const EXPORTS = ['users.csv', 'credits.csv', 'audit.csv', 'oneroster.zip'] as const

const IMPORTS = {
  name: 'roster_import',
  points: 60,
  seconds: 3600,
  message: 'You’ve uploaded a lot of files. Please try again later.',
  per: 'caller',
} satisfies CallLimit

const Homeroom = z.object({
  /** The roster's id. */
  id: z.string(),
  name: z.string(),
  learner_ids: z.array(Id),
})
export type Homeroom = z.output<typeof Homeroom>

export const rosters = endpoints({
  listHomerooms: get('/api/advisor/homerooms', {
    summary: 'Homerooms of the last roster with learners in the caller’s care',
    access: 'advisor',
    reply: z.object({ items: z.array(Homeroom) }),
  }),
  listImports: get('/api/admin/imports', {
    summary: 'Imported rosters, newest first',
    access: 'admin',
    reply: z.object({ items: z.array(ListedImport) }),
  }),
  startImport: post('/api/admin/imports', {
    summary:
      'Upload a roster (OneRoster 1.1 or 1.2 as ZIP, or simple CSV) to be checked; changes nothing yet',
    access: 'admin',
    limit: IMPORTS,
    kind: 'upload',
    form: { fields: ImportForm, maxFiles: 1, maxBytes: MAX_IMPORTED_BYTES },
    reply: RosterImport,
    status: 202,
  }),
  pullRoster: post('/api/admin/imports/pull', {
    summary:
      'Read the roster from the school’s OneRoster service to be checked; changes nothing yet',
    access: 'admin',
    limit: IMPORTS,
    reply: RosterImport,
    status: 202,
  }),
  showService: get('/api/admin/imports/service', {
    summary: 'The OneRoster service that is read every night',
    access: 'admin',
    reply: z.object({ host: z.nullable(z.string()) }),
  }),
  getImport: get('/api/admin/imports/{id}', {
    summary: 'An import’s progress and its planned or applied changes',
    access: 'admin',
    reply: RosterImport,
  }),
  listImported: get('/api/admin/imports/{id}/people', {
    summary: 'An import’s changes, per person',
    access: 'admin',
    query: z.object({ ...pageQuery, outcome: z.optional(z.enum(OUTCOMES)) }),
    reply: page(RosterPerson),
  }),
  listMoves: get('/api/admin/imports/{id}/moves', {
    summary: 'Learners whose advisor an import changes, grouped by old and new advisor',
    access: 'admin',
    reply: z.object({ items: z.array(RosterMove) }),
  }),
  listProblems: get('/api/admin/imports/{id}/problems', {
    summary: 'An import’s row errors',
    access: 'admin',
    query: z.object(pageQuery),
    reply: page(RosterProblem),
  }),
  downloadProblems: get('/api/admin/imports/{id}/problems.csv', {
    summary: 'An import’s problems, as CSV',
    access: 'admin',
    kind: 'download',
  }),
  applyImport: post('/api/admin/imports/{id}/apply', {
    summary: 'Apply a previewed import, all or nothing',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: z.object({
      /** Suspend accounts of people missing from the files. */
      suspend_missing: z.boolean(),
      /** Confirms suspending more than the usual share. */
      even_many: z._default(z.boolean(), false),
    }),
    reply: RosterImport,
    status: 202,
  }),
  showUndo: get('/api/admin/imports/{id}/undo', {
    summary: 'What undoing an applied import would do',
    access: 'admin',
    reply: UndoPreview,
  }),
  undoImport: post('/api/admin/imports/{id}/undo', {
    summary: 'Undo the last applied import, except for people who have used their accounts',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    reply: RosterImport,
    status: 202,
  }),
  cancelImport: post('/api/admin/imports/{id}/cancellation', {
    summary: 'Cancel an import that is being applied: nothing changes, and it can be applied again',
    access: 'admin',
    limit: USUAL,
    reply: RosterImport,
  }),
  discardImport: del('/api/admin/imports/{id}', {
    summary: 'Discard an import that has not been applied',
    access: 'admin',
    limit: USUAL,
  }),
  inviteImported: post('/api/admin/imports/{id}/invitations', {
    summary:
      'Email imported people to set a password, and guardians of young children to give consent',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    reply: z.object({ invited: Count }),
    status: 202,
  }),
  listWaiting: get('/api/admin/imports/{id}/waiting', {
    summary:
      'Guardians who were asked for consent and have not answered, longest first, at most 500',
    access: 'admin',
    reply: z.object({
      items: z.array(WaitingFamily),
      /** Number of guardians who can be asked once more now. */
      due: Count,
    }),
  }),
  askAgain: post('/api/admin/imports/{id}/reminders', {
    summary: 'Email guardians who have not answered for a week a second and last time',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    reply: z.object({ asked: Count }),
    status: 202,
  }),
  getLimits: get('/api/admin/imports/limits', {
    summary: 'Limits of imports that run without a person',
    access: 'admin',
    reply: ImportLimits,
  }),
  setLimits: put('/api/admin/imports/limits', {
    summary: 'Change the limits of imports that run without a person',
    access: 'admin',
    limit: USUAL,
    body: ImportLimits,
    reply: ImportLimits,
  }),
  listUndelivered: get('/api/admin/imports/{id}/undelivered', {
    summary: 'Undelivered emails about an import’s people, the newest 100',
    access: 'admin',
    reply: z.object({ items: z.array(UndeliveredEmail) }),
  }),
  downloadTable: get('/api/admin/exports/{name}', {
    summary: 'Export users, credits or the audit log as CSV, or the roster as OneRoster 1.2',
    access: 'admin',
    reads: 'replica',
    kind: 'download',
    params: z.object({ name: z.enum(EXPORTS) }),
  }),
})
