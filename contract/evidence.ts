import * as z from 'zod/mini'

import { atMost, Id, optionalLine, text, Timestamp } from './fields.ts'

const caption = optionalLine(500)

/** A web address that a browser may follow: nothing but http and https. */
export const webAddress = z.string('Please enter a web address').check(
  z.trim(),
  atMost(2000),
  z.refine((address) => {
    const url = URL.parse(address)
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  }, 'Please enter a web address that starts with https:// or http://'),
)

/** The kinds of blocks, with what a line and an address have to be. */
const blockOf = (line: z.ZodMiniOptional<z.ZodMiniString>, address: z.ZodMiniString) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: text(20_000), caption: line }),
    z.object({ type: z.literal('link'), url: address, caption: line }),
    z.object({ type: z.literal('video'), url: address, caption: line }),
    z.object({ type: z.literal('image'), file_id: Id, alt: line, caption: line }),
    z.object({ type: z.literal('file'), file_id: Id, caption: line }),
  ])

/** One piece of evidence. Text is Markdown; files are named by the id that the upload returned. */
export const EvidenceBlock = blockOf(caption, webAddress)
export type EvidenceBlock = z.output<typeof EvidenceBlock>

/** A draft may be unfinished: half a web address, an empty text. */
export const DraftBlock = blockOf(z.optional(text(500)), text(2000))
export type DraftBlock = z.output<typeof DraftBlock>

/** Characters of all that is written in one hand-in: some 25 pages. Longer work is a file. A page shows many of them (ADR 74). */
const MAX_WORK_LENGTH = 60_000
/** What goes beyond it is still kept, so that it can be shortened. */
const MAX_DRAFT_LENGTH = 80_000

const lengthOf = (blocks: readonly DraftBlock[]): number =>
  blocks.reduce((sum, block) => {
    const words =
      'text' in block
        ? block.text
        : 'url' in block
          ? block.url
          : 'alt' in block
            ? (block.alt ?? '')
            : ''
    return sum + words.length + (block.caption?.length ?? 0)
  }, 0)

const atMostTogether = (max: number) =>
  z.refine<DraftBlock[]>(
    (blocks) => lengthOf(blocks) <= max,
    `Please use at most ${max} characters in all, or add the work as a file`,
  )

export const draftBlocks = z
  .array(DraftBlock)
  .check(z.maxLength(30), atMostTogether(MAX_DRAFT_LENGTH))

export const blocks = z.array(EvidenceBlock, 'Please add some evidence').check(
  z.minLength(1, 'Please add some evidence'),
  z.maxLength(30, 'A task takes at most 30 pieces of evidence'),
  atMostTogether(MAX_WORK_LENGTH),
  z.refine<EvidenceBlock[]>(
    (blocks) => blocks.every((block) => block.type !== 'text' || block.text.trim() !== ''),
    'A text must not be empty',
  ),
)

/** Who adds to a learner's work besides the learner. */
const ADDED_BY = ['parent', 'advisor'] as const
export const ATTEMPT_STATES = ['submitted', 'accepted', 'returned', 'withdrawn'] as const
const SUBMITTERS = ['self', ...ADDED_BY] as const

/** What was handed in, as stored: what a file is called and how large it is stands beside its id. */
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
  /** Of a piece that the learner did not bring. */
  submitter: z.optional(z.enum(ADDED_BY)),
})
export type StoredBlock = z.output<typeof StoredBlock>

/** What somebody else has added to a task. It goes in with the learner's next hand-in unless they remove it. */
export const AddedEvidence = z.object({
  id: Id,
  task_id: Id,
  submitter: z.enum(ADDED_BY),
  /** Null when that account is gone. */
  name: z.nullable(z.string()),
  blocks: z.array(StoredBlock),
  added_at: Timestamp,
})
export type AddedEvidence = z.output<typeof AddedEvidence>

/** Characters; twenty such pieces go into one hand-in. */
const MAX_ADDED_LENGTH = 5000

/** Text fields beside the files. */
export const AddedEvidenceForm = z.object({
  task_id: z.uuid('Please choose a task'),
  caption,
  text: z.optional(text(MAX_ADDED_LENGTH)),
})
export const MAX_ADDED_FILES = 8

/** One hand-in of one task. It never changes; what happens to it is its state. */
export const Attempt = z.object({
  id: Id,
  number: z.number(),
  state: z.enum(ATTEMPT_STATES),
  blocks: z.array(StoredBlock),
  reflection: z.nullable(z.string()),
  /** Long work that was withdrawn and followed by another try: its blocks and reflection come with the attempt alone. */
  left_out: z.optional(z.boolean()),
  comment: z.nullable(z.string()),
  submitted_at: Timestamp,
  decided_at: z.nullable(Timestamp),
  submitter: z.enum(SUBMITTERS),
})
export type Attempt = z.output<typeof Attempt>
