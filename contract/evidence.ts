import * as z from 'zod/mini'

import { atMost, Id, optionalLine, text, Timestamp } from './fields.ts'

const caption = optionalLine(500)

/** Web address that is safe as a link: http or https only. */
export const webAddress = z.string('Please enter a web address').check(
  z.trim(),
  atMost(2000),
  z.refine((address) => {
    const url = URL.parse(address)
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  }, 'Please enter a web address that starts with https:// or http://'),
)

/** Block schemas with the given rules for lines and addresses. */
const blockOf = (line: z.ZodMiniOptional<z.ZodMiniString>, address: z.ZodMiniString) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: text(20_000), caption: line }),
    z.object({ type: z.literal('link'), url: address, caption: line }),
    z.object({ type: z.literal('video'), url: address, caption: line }),
    z.object({ type: z.literal('image'), file_id: Id, alt: line, caption: line }),
    z.object({ type: z.literal('file'), file_id: Id, caption: line }),
  ])

/** One piece of evidence. Text is Markdown; files are referenced by upload id. */
export const EvidenceBlock = blockOf(caption, webAddress)
export type EvidenceBlock = z.output<typeof EvidenceBlock>

/** Drafts may be incomplete: a partial web address, an empty text. */
export const DraftBlock = blockOf(z.optional(text(500)), text(2000))
export type DraftBlock = z.output<typeof DraftBlock>

/** Characters in one submission: about 25 pages. Longer work must be a file. A page shows many submissions (ADR 74). */
const MAX_WORK_LENGTH = 60_000
/** Longer drafts are still saved, so that they can be shortened. */
const MAX_DRAFT_LENGTH = 80_000

const textOf = (block: DraftBlock): string => {
  if ('text' in block) return block.text
  if ('url' in block) return block.url
  return ('alt' in block && block.alt) || ''
}

const lengthOf = (blocks: readonly DraftBlock[]): number =>
  blocks.reduce((sum, block) => sum + textOf(block).length + (block.caption?.length ?? 0), 0)

const atMostTogether = (max: number) =>
  z.refine<DraftBlock[]>(
    (blocks) => lengthOf(blocks) <= max,
    `Please use up to ${max} characters in total, or add the work as a file`,
  )

export const draftBlocks = z
  .array(DraftBlock)
  .check(z.maxLength(30), atMostTogether(MAX_DRAFT_LENGTH))

export const blocks = z.array(EvidenceBlock, 'Please add some evidence').check(
  z.minLength(1, 'Please add some evidence'),
  z.maxLength(30, 'A task can have up to 30 pieces of evidence'),
  atMostTogether(MAX_WORK_LENGTH),
  z.refine<EvidenceBlock[]>(
    (blocks) => blocks.every((block) => block.type !== 'text' || block.text.trim() !== ''),
    'Text can’t be empty',
  ),
)

/** Contributors to a learner's work other than the learner. */
const ADDED_BY = ['parent', 'advisor'] as const
export const ATTEMPT_STATES = ['submitted', 'accepted', 'returned', 'withdrawn'] as const
const SUBMITTERS = ['self', ...ADDED_BY] as const

/** Submitted block as stored, with the file's name and size beside its id. */
export const StoredBlock = z.object({
  type: z.enum(['text', 'link', 'video', 'image', 'file']),
  text: z.optional(z.string()),
  url: z.optional(z.string()),
  file_id: z.optional(Id),
  alt: z.optional(z.string()),
  caption: z.optional(z.string()),
  name: z.optional(z.string()),
  content_type: z.optional(z.string()),
  size: z.optional(z.number()),
  /** Set for blocks from anyone other than the learner. */
  submitter: z.optional(z.enum(ADDED_BY)),
  /** Set for the block that the program writes about the learner's practice. */
  practice: z.optional(z.object({ slug: z.string(), mastered: z.number(), total: z.number() })),
})
export type StoredBlock = z.output<typeof StoredBlock>

/** Evidence that someone else added to a task. Included in the learner's next submission unless they remove it. */
export const AddedEvidence = z.object({
  id: Id,
  task_id: Id,
  submitter: z.enum(ADDED_BY),
  /** Null when the account was deleted. */
  name: z.nullable(z.string()),
  blocks: z.array(StoredBlock),
  added_at: Timestamp,
})
export type AddedEvidence = z.output<typeof AddedEvidence>

/** Characters; one submission includes up to twenty additions. */
const MAX_ADDED_LENGTH = 5000

/** Text fields sent with the files. */
export const AddedEvidenceForm = z.object({
  task_id: z.uuid('Please choose a task'),
  caption,
  text: z.optional(text(MAX_ADDED_LENGTH)),
})
export const MAX_ADDED_FILES = 8

/** One submission of a task. Immutable except for its state. */
export const Attempt = z.object({
  id: Id,
  number: z.number(),
  state: z.enum(ATTEMPT_STATES),
  blocks: z.array(StoredBlock),
  reflection: z.nullable(z.string()),
  /** True for long work that was withdrawn and resubmitted: its blocks and reflection are fetched with the attempt. */
  left_out: z.optional(z.boolean()),
  comment: z.nullable(z.string()),
  submitted_at: Timestamp,
  decided_at: z.nullable(Timestamp),
  submitter: z.enum(SUBMITTERS),
})
export type Attempt = z.output<typeof Attempt>
