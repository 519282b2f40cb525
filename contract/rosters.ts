import * as z from 'zod/mini'

import { ROLES } from '#rules/membership'

import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { Id, page, pageQuery, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

export const IMPORT_FORMATS = ['oneroster', 'simple'] as const
export const IMPORT_STATES = ['reading', 'ready', 'applying', 'applied', 'refused'] as const

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

/** Bytes. */
export const MAX_IMPORTED_BYTES = 25 * 1024 * 1024
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
  /** Error that prevented reading or applying. */
  problem: z.nullable(z.string()),
  /** The files contain only changes, not the full roster. */
  is_delta: z.boolean(),
  /** 0 to 1, of reading or applying. */
  progress: z.number(),
  people: z.partialRecord(z.enum(OUTCOMES), Count),
  errors: Count,
  warnings: Count,
  /** People with an account from this import who have not been invited to set a password. */
  not_invited: Count,
  created_at: Timestamp,
  applied_at: z.nullable(Timestamp),
})
export type RosterImport = z.output<typeof RosterImport>

/** Excludes counts, which would read every row of every import. */
const ListedImport = z.omit(RosterImport, {
  people: true,
  errors: true,
  warnings: true,
  not_invited: true,
})
export type ListedImport = z.output<typeof ListedImport>

export const RosterPerson = z.object({
  sourced_id: z.string(),
  line: Count,
  name: z.string(),
  email: z.string(),
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

const ImportForm = z.object({ format: z.enum(IMPORT_FORMATS) })

const EXPORTS = ['users.csv', 'credits.csv', 'audit.csv', 'oneroster.zip'] as const

const IMPORTS = {
  name: 'roster_import',
  points: 60,
  seconds: 3600,
  message: 'That was a lot of files. Please try again later.',
  per: 'caller',
} satisfies CallLimit

export const rosters = endpoints({
  listImports: get('/api/admin/imports', {
    summary: 'Imported rosters, newest first',
    access: 'admin',
    reply: z.object({ items: z.array(ListedImport) }),
  }),
  startImport: post('/api/admin/imports', {
    summary:
      'Import a roster (OneRoster 1.2 ZIP or a simple CSV): it is read and checked, and changes nothing yet',
    access: 'admin',
    limit: IMPORTS,
    kind: 'upload',
    form: { fields: ImportForm, maxFiles: 1 },
    reply: RosterImport,
    status: 202,
  }),
  getImport: get('/api/admin/imports/{id}', {
    summary: 'How far an import is, and what it does or did',
    access: 'admin',
    reply: RosterImport,
  }),
  listImported: get('/api/admin/imports/{id}/people', {
    summary: 'What an import does with each person',
    access: 'admin',
    query: z.object({ ...pageQuery, outcome: z.optional(z.enum(OUTCOMES)) }),
    reply: page(RosterPerson),
  }),
  listProblems: get('/api/admin/imports/{id}/problems', {
    summary: 'What is wrong with the rows of an import',
    access: 'admin',
    query: z.object(pageQuery),
    reply: page(RosterProblem),
  }),
  downloadProblems: get('/api/admin/imports/{id}/problems.csv', {
    summary: 'All problems of an import, for a spreadsheet',
    access: 'admin',
    kind: 'download',
  }),
  applyImport: post('/api/admin/imports/{id}/apply', {
    summary: 'Do what was shown, all of it or nothing',
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
  discardImport: del('/api/admin/imports/{id}', {
    summary: 'Forget an import that was not applied',
    access: 'admin',
    limit: USUAL,
  }),
  inviteImported: post('/api/admin/imports/{id}/invitations', {
    summary:
      'Ask those who got an account by an import to choose a password, and guardians of young children for consent',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    reply: z.object({ invited: Count }),
    status: 202,
  }),
  downloadTable: get('/api/admin/exports/{name}', {
    summary:
      'All users, credits or the audit log for a spreadsheet, or the roster as OneRoster 1.2',
    access: 'admin',
    reads: 'replica',
    kind: 'download',
    params: z.object({ name: z.enum(EXPORTS) }),
  }),
})
