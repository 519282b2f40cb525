import * as z from 'zod/mini'

import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { ATTEMPT_STATES, StoredBlock, webAddress } from './evidence.ts'
import { Id, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

/** Version of the record format in exports. A site reads this version and older ones. */
export const RECORD_VERSION = 1
/** File name of the record in the archive. */
export const RECORD_FILE = 'record.json'
/** Bytes; a submission takes about 1,000. */
export const MAX_RECORD = 8 * 1024 * 1024
/** Files; no personal archive has more. */
const MAX_FILES = 5000

const Block = z.extend(StoredBlock, {
  text: z.optional(text(20_000)),
  url: z.optional(webAddress),
  alt: z.optional(text(500)),
  caption: z.optional(text(500)),
  name: z.optional(text(300)),
  content_type: z.optional(text(200)),
  practice: z.optional(z.object({ slug: text(200), mastered: z.number(), total: z.number() })),
})

const Piece = z.object({
  task: text(500),
  number: z.int(),
  state: z.enum(ATTEMPT_STATES),
  submitted_at: Timestamp,
  blocks: z.array(Block),
  reflection: z.nullable(text(20_000)),
  /** The advisor's comment. */
  comment: z.nullable(text(20_000)),
})

/** A learner's work on one site. Refers to nothing of that site's database except files. */
export const LearningRecord = z.object({
  site: z.object({ name: text(200), url: webAddress }),
  /** The learner's name on that site. */
  person: text(400),
  made_at: Timestamp,
  xp: z.int(),
  quests: z.array(z.object({ title: text(500), pieces: z.array(Piece) })),
  badges: z.array(z.object({ name: text(500), earned_at: Timestamp })),
  credits: z.array(z.object({ subject: text(200), credits: z.number() })),
})
export type LearningRecord = z.output<typeof LearningRecord>

/** `record.json` of an export, which another site can import. */
export const Archive = z.object({
  version: z.literal(RECORD_VERSION),
  /** The site's own record first, then records that were imported into it. */
  records: z.array(LearningRecord).check(z.minLength(1), z.maxLength(20)),
  files: z
    .array(
      z.object({
        /** Id used in the records. */
        key: Id,
        /** Path in the archive. */
        path: text(400),
        name: text(300),
        /** Hexadecimal. */
        sha256: text(64),
      }),
    )
    .check(z.maxLength(MAX_FILES)),
})
export type Archive = z.output<typeof Archive>

const Count = z.int()

const EarlierSummary = z.object({
  id: Id,
  site: z.object({ name: z.string(), url: z.string() }),
  person: z.string(),
  made_at: Timestamp,
  brought_at: Timestamp,
  /** Hash of the imported record, hexadecimal: the same record is imported only once. */
  sha256: z.string(),
  quests: Count,
  pieces: Count,
  badges: Count,
})
export type EarlierSummary = z.output<typeof EarlierSummary>

const EarlierWork = z.object({
  id: Id,
  learner_id: Id,
  brought_at: Timestamp,
  /** True for the learner, or a child's guardian. */
  may_remove: z.boolean(),
  /** Uses file ids of this site; a block whose file is missing has no id. */
  records: z.array(LearningRecord),
})
export type EarlierWork = z.output<typeof EarlierWork>

const IMPORTS = {
  name: 'earlier_work',
  points: 20,
  seconds: 24 * 3600,
  message: 'Too many imports today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit

export const earlierWork = endpoints({
  listEarlierWork: get('/api/learners/{id}/earlier-work', {
    summary: 'A learner’s work imported from other sites; it does not count towards XP or credit',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readWork' },
    reply: z.object({ items: z.array(EarlierSummary) }),
  }),
  bringEarlierWork: post('/api/learners/{id}/earlier-work', {
    summary: 'Import another site’s export: its record and previously uploaded files',
    access: 'signedIn',
    limit: IMPORTS,
    learner: { from: 'params.id', may: 'exportData' },
    idempotent: true,
    body: z.object({
      /** The caller's upload: the export’s record.json. */
      record: Id,
      /** The caller's uploads: every file that the record lists. */
      files: z.array(z.object({ key: Id, file_id: Id })).check(z.maxLength(MAX_FILES)),
      /** Replaces an older export of the same site. */
      replace: z._default(z.boolean(), false),
    }),
    reply: EarlierSummary,
    status: 201,
  }),
  showEarlierWork: get('/api/earlier-work/{id}', {
    summary: 'Work a learner imported from another site',
    access: 'signedIn',
    learner: { from: 'owner of earlier work', may: 'readWork' },
    reply: EarlierWork,
  }),
  removeEarlierWork: del('/api/earlier-work/{id}', {
    summary: 'Delete imported work and its files',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'owner of earlier work', may: 'exportData' },
  }),
})
