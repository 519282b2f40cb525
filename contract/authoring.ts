import * as z from 'zod/mini'

import { BADGE_SHAPES } from '#rules/art/badge-art'
import { MOTIFS } from '#rules/art/motifs'
import type { Criteria } from '#rules/badges'
import { PILLARS } from '#rules/pillars'
import {
  EVIDENCE_KINDS,
  MAX_COURSE_TASKS,
  MAX_COURSE_WEEKS,
  MAX_QUEST_TASKS,
  QUEST_LENGTHS,
  TASK_LENGTHS,
  WEEK_LENGTHS,
} from '#rules/quest-limits'
import { SUBJECTS } from '#rules/subjects'

import { del, endpoints, get, post, put } from './endpoint.ts'
import { Id, line, page, pageQuery, PillarName, text, Timestamp, words } from './fields.ts'
import { UploadedFile } from './files.ts'
import { USUAL } from './limits.ts'
import { fitsAges, fitsWeeks, questFields, taskFields, weekOfTask } from './quest-content.ts'

const distinct = <T>(keyOf: (item: T) => unknown) =>
  z.refine<T[]>((items) => new Set(items.map(keyOf)).size === items.length, 'repeats')

/** Key of an existing task, or a generated one for a new task. */
const key = text(40)

/** Content of a quest that is valid for publishing. */
export const QuestContent = z
  .object({
    ...questFields,
    cover_file_id: z._default(z.nullable(Id), null),
    prerequisites: z._default(
      z.array(Id).check(
        z.maxLength(20),
        distinct((id) => id),
      ),
      [],
    ),
    tasks: z.array(z.object({ key, week: weekOfTask, ...taskFields })).check(
      z.minLength(1, 'A quest needs at least one task'),
      z.maxLength(MAX_COURSE_TASKS, `A course can have up to ${MAX_COURSE_TASKS} tasks`),
      distinct((task) => task.key),
    ),
  })
  .check(fitsAges, fitsWeeks)
export type QuestContent = z.output<typeof QuestContent>

const figure = z.nullable(z.number().check(z.minimum(0), z.maximum(1000)))

/** Optional texts up to their maximum lengths. */
const unfinished = <L extends Record<string, number>>(lengths: L) =>
  Object.fromEntries(Object.entries(lengths).map(([name, max]) => [name, text(max)])) as {
    [Name in keyof L]: ReturnType<typeof text>
  }

/** Content of an unfinished quest: everything is optional, and the maximum lengths of a published quest apply. */
export const DraftContent = z.object({
  ...unfinished(QUEST_LENGTHS),
  estimated_hours: figure,
  span_days: figure,
  age_min: figure,
  age_max: figure,
  rubric: z
    .array(
      z.object({
        criterion: text(120),
        description: text(500),
        // Absent in drafts of earlier versions.
        tasks: z.optional(z.array(text(60)).check(z.maxLength(MAX_COURSE_TASKS))),
      }),
    )
    .check(z.maxLength(5, 'A rubric needs 3 to 5 criteria')),
  // Absent in drafts that an earlier version of the app saves.
  weeks: z.optional(
    z
      .array(z.object(unfinished(WEEK_LENGTHS)))
      .check(z.maxLength(MAX_COURSE_WEEKS, `A course can have up to ${MAX_COURSE_WEEKS} weeks`)),
  ),
  repeatable: z.boolean(),
  cover_motif: z.nullable(z.enum(MOTIFS)),
  /** Uploaded picture that replaces the drawn cover. */
  cover_file_id: z.nullable(Id),
  prerequisites: z.array(Id).check(z.maxLength(20)),
  tasks: z
    .array(
      z.object({
        key,
        week: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_COURSE_WEEKS)))),
        ...unfinished(TASK_LENGTHS),
        pillar: z.enum(PILLARS),
        xp: z.int().check(z.minimum(0), z.maximum(1000)),
        required: z.boolean(),
        evidence: z.array(z.enum(EVIDENCE_KINDS)).check(z.maxLength(EVIDENCE_KINDS.length)),
        subjects: z.partialRecord(z.enum(SUBJECTS), z.number().check(z.minimum(0), z.maximum(1))),
        practice: taskFields.practice,
      }),
    )
    .check(z.maxLength(MAX_COURSE_TASKS, `A course can have up to ${MAX_COURSE_TASKS} tasks`)),
})
export type DraftContent = z.output<typeof DraftContent>

/**
 * Authoring state of a quest. `proposed` waits for someone else's approval; a `published` quest can have a draft of its next
 * version.
 */
export const AUTHORED_STATES = ['draft', 'proposed', 'published', 'archived'] as const

export const AuthoredCard = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  state: z.enum(AUTHORED_STATES),
  /** Published version; null before the first. */
  version: z.nullable(z.number()),
  author: z.nullable(z.string()),
  mine: z.boolean(),
  /** A reviewer requested changes. */
  given_back: z.boolean(),
  changed_at: Timestamp,
})
export type AuthoredCard = z.output<typeof AuthoredCard>

/** `mine`: the caller's quests. `waiting`: quests that wait for the caller's approval. `library`: published quests to copy. */
export const AUTHORED_LISTS = ['mine', 'waiting', 'library'] as const

export const AuthoredQuest = z.object({
  id: Id,
  state: z.enum(AUTHORED_STATES),
  version: z.nullable(z.number()),
  author: z.nullable(z.string()),
  /** Learners who are working on it. */
  begun: z.number(),
  /** Revision of the draft; 0 if there is no draft and the published version is returned. */
  revision: z.number(),
  /** The reviewer's request for changes. */
  comment: z.nullable(z.string()),
  content: DraftContent,
  may: z.object({ edit: z.boolean(), decide: z.boolean(), archive: z.boolean() }),
})
export type AuthoredQuest = z.output<typeof AuthoredQuest>

const revision = z.int().check(z.minimum(0), z.maximum(1_000_000_000))

/** Minimal quest for one learner. */
export const PersonalQuest = z.object({
  title: questFields.title,
  description: z._default(text(QUEST_LENGTHS.description), ''),
  estimated_hours: questFields.estimated_hours,
  span_days: questFields.span_days,
  tasks: z
    .array(
      z.object({
        /** Id of the existing task when a quest is edited. */
        key: z.optional(key),
        title: taskFields.title,
        instructions: z._default(text(TASK_LENGTHS.instructions), ''),
        pillar: taskFields.pillar,
        xp: taskFields.xp,
        subjects: taskFields.subjects,
      }),
    )
    .check(
      z.minLength(1, 'A quest needs at least one task'),
      z.maxLength(MAX_QUEST_TASKS, `A quest can have up to ${MAX_QUEST_TASKS} tasks`),
    ),
})
export type PersonalQuest = z.output<typeof PersonalQuest>

/** A personal quest as it was written, to fill the edit form. Replies contain every field. */
export const PersonalQuestContent = z.extend(PersonalQuest, {})
export type PersonalQuestContent = z.output<typeof PersonalQuestContent>

export const PersonalQuestsReply = z.object({
  quests: z.array(
    z.object({ id: Id, author: z.nullable(z.string()), quest: PersonalQuestContent }),
  ),
  /** Proposals that wait for the advisor's decision. */
  proposals: z.array(
    z.object({
      id: Id,
      author: z.string(),
      mine: z.boolean(),
      changed_at: Timestamp,
      quest: PersonalQuestContent,
    }),
  ),
})
export type PersonalQuestsReply = z.output<typeof PersonalQuestsReply>

const Stored = z.object({ id: Id })

const pillar = z.optional(z.enum(PILLARS))
const count = (max: number) => z.int('Please enter a number').check(z.minimum(1), z.maximum(max))

const LEAVES = [
  z
    .strictObject({
      quests: z.array(Id).check(
        z.minLength(1, 'Please choose a quest'),
        z.maxLength(100),
        distinct((id) => id),
      ),
      at_least: z.optional(count(100)),
    })
    .check(
      z.refine(({ quests, at_least = 1 }) => at_least <= quests.length, {
        error: 'This requires more quests than you have chosen',
        path: ['at_least'],
      }),
    ),
  z.strictObject({ xp: count(1_000_000), pillar }),
  z.strictObject({ tasks: count(10_000), pillar }),
  z.strictObject({ award: z.literal('advisor') }),
] as const

const parts = <S extends z.ZodMiniType>(part: S) =>
  z.array(part).check(z.minLength(1, 'Please add a condition'), z.maxLength(12))

const groupsOf = <S extends z.ZodMiniType>(part: S) =>
  [z.strictObject({ all: parts(part) }), z.strictObject({ any: parts(part) })] as const

const Leaf = z.union(LEAVES)

/** Groups are at most two levels deep: a goal must fit into one sentence. */
const StoredCriteria: z.ZodMiniType<Criteria, Criteria> = z.union([
  ...groupsOf(z.union([...groupsOf(Leaf), ...LEAVES])),
  ...LEAVES,
])

const leavesOf = (criteria: Criteria): Criteria[] => {
  if ('all' in criteria) return criteria.all.flatMap(leavesOf)
  return 'any' in criteria ? criteria.any.flatMap(leavesOf) : [criteria]
}

/** In all groups together: each learner's pages evaluate every badge (ADR 74). */
const MAX_CONDITIONS = 24
const MAX_LISTED_QUESTS = 200

export const BadgeCriteria = StoredCriteria.check(
  z.refine(
    (criteria) => leavesOf(criteria).length <= MAX_CONDITIONS,
    `A badge can have up to ${MAX_CONDITIONS} conditions`,
  ),
  z.refine(
    (criteria) =>
      leavesOf(criteria).flatMap((leaf) => ('quests' in leaf ? leaf.quests : [])).length <=
      MAX_LISTED_QUESTS,
    `The conditions can list up to ${MAX_LISTED_QUESTS} quests together`,
  ),
)

export const BadgeContent = z.object({
  name: line(60, 'Please give the badge a name'),
  description: words(500, 'Please say what the badge stands for'),
  shape: z.enum(BADGE_SHAPES),
  pillars: z.array(PillarName).check(
    z.minLength(1, 'Please choose a pillar'),
    z.maxLength(PILLARS.length),
    distinct((pillar) => pillar),
  ),
  criteria: BadgeCriteria,
})
export type BadgeContent = z.output<typeof BadgeContent>

const BADGE_STATUSES = ['draft', 'published', 'archived'] as const

export const AuthoredBadge = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  shape: z.enum(BADGE_SHAPES),
  pillars: z.array(PillarName),
  criteria: StoredCriteria,
  criteria_text: z.string(),
  status: z.enum(BADGE_STATUSES),
  version: z.number(),
  /** Learners who hold any version of it. */
  holders: z.number(),
  editable: z.boolean(),
})
export type AuthoredBadge = z.output<typeof AuthoredBadge>

export const CriteriaPreview = z.object({
  /** Markdown. */
  words: z.string(),
  /** Learners who would earn the badge today. */
  learners: z.number(),
  of: z.number(),
  /** Extrapolated from a sample of learners. */
  estimated: z.boolean(),
})
export type CriteriaPreview = z.output<typeof CriteriaPreview>

export const authoring = endpoints({
  listAuthored: get('/api/advisor/quests', {
    summary: 'Quests the caller is writing, may approve or can copy',
    access: 'author',
    whileActing: true,
    query: z.object({
      ...pageQuery,
      show: z._default(z.enum(AUTHORED_LISTS), 'mine'),
      search: z.optional(text(200)),
    }),
    reply: page(AuthoredCard),
  }),
  getAuthored: get('/api/advisor/quests/{id}', {
    summary: 'A quest draft, for its author or an approver',
    access: 'author',
    reply: AuthoredQuest,
  }),
  beginQuest: post('/api/advisor/quests', {
    summary: 'Create a quest draft: empty, as a copy or from Markdown',
    access: 'author',
    limit: USUAL,
    idempotent: true,
    body: z.object({ copy_of: z.optional(Id), markdown: z.optional(text(400_000)) }),
    reply: Stored,
    status: 201,
  }),
  saveQuest: put('/api/advisor/quests/{id}', {
    summary: 'Save a draft; rejected if it has changed since the given revision',
    access: 'author',
    limit: USUAL,
    body: z.object({ revision, content: DraftContent }),
    reply: z.object({ revision: z.number() }),
  }),
  uploadCover: post('/api/advisor/covers', {
    summary: 'Upload a quest’s cover picture in the field `file`; it is cropped to 16:9',
    access: 'author',
    limit: USUAL,
    kind: 'upload',
    idempotent: true,
    reply: UploadedFile,
    status: 201,
  }),
  discardDraft: del('/api/advisor/quests/{id}/draft', {
    summary: 'Discard a draft; the published version is unchanged',
    access: 'author',
    limit: USUAL,
  }),
  proposeQuest: post('/api/advisor/quests/{id}/propose', {
    summary: 'Submit a draft for approval; lists its problems if it is incomplete',
    access: 'author',
    limit: USUAL,
    body: z.object({ revision }),
    reply: AuthoredQuest,
  }),
  approveQuest: post('/api/advisor/quests/{id}/approve', {
    summary: 'Approve and publish another author’s submitted quest, at the revision reviewed',
    access: 'advisor',
    limit: USUAL,
    body: z.object({ revision }),
    reply: AuthoredQuest,
  }),
  giveQuestBack: post('/api/advisor/quests/{id}/return', {
    summary: 'Return a submitted quest to its author with requested changes',
    access: 'advisor',
    limit: USUAL,
    body: z.object({ revision, comment: words(2000, 'Please say what to change') }),
  }),
  archiveQuest: del('/api/advisor/quests/{id}', {
    summary: 'Archive a quest; learners who have started it can continue',
    access: 'author',
    limit: USUAL,
  }),
  questFile: get('/api/advisor/quests/{id}/file', {
    summary: 'Export a quest as a Markdown file that can be imported elsewhere',
    access: 'author',
    reply: z.object({ name: z.string(), markdown: z.string() }),
  }),
  listWrittenFor: get('/api/learners/{id}/quests', {
    summary: 'Quests written for this learner, and proposals awaiting approval',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readPlan' },
    reply: PersonalQuestsReply,
  }),
  writeQuestFor: post('/api/learners/{id}/quests', {
    summary: 'Create a quest for this learner only',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'editPlan' },
    idempotent: true,
    body: PersonalQuest,
    reply: Stored,
    status: 201,
  }),
  changeQuestFor: put('/api/learners/{id}/quests/{quest_id}', {
    summary: 'Create the next version of a quest written for this learner',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'editPlan' },
    body: PersonalQuest,
    reply: Stored,
  }),
  proposeQuestFor: post('/api/learners/{id}/proposals', {
    summary: 'Propose a quest for this learner, for their advisor to approve',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'proposePlan' },
    idempotent: true,
    body: PersonalQuest,
    reply: Stored,
    status: 201,
  }),
  approveProposal: post('/api/learners/{id}/proposals/{quest_id}/approve', {
    summary: 'Approve a proposal, with any edits, as the learner’s quest',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'editPlan' },
    body: PersonalQuest,
    reply: Stored,
  }),
  withdrawProposedQuest: del('/api/learners/{id}/proposals/{quest_id}', {
    summary: 'Delete a proposal',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'proposePlan' },
  }),
  listAuthoredBadges: get('/api/advisor/badges', {
    summary: 'All badges, including drafts and archived ones',
    access: 'advisor',
    whileActing: true,
    query: z.object({ ...pageQuery, search: z.optional(text(200)) }),
    reply: page(AuthoredBadge),
  }),
  getAuthoredBadge: get('/api/advisor/badges/{id}', {
    summary: 'A badge, for editing',
    access: 'advisor',
    reply: AuthoredBadge,
  }),
  createBadge: post('/api/advisor/badges', {
    summary: 'Create a badge',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: z.object({ badge: BadgeContent, publish: z.boolean() }),
    reply: AuthoredBadge,
    status: 201,
  }),
  changeBadge: put('/api/advisor/badges/{id}', {
    summary: 'Change a badge; a next version, where somebody has it',
    access: 'advisor',
    limit: USUAL,
    body: z.object({
      badge: BadgeContent,
      publish: z.boolean(),
      /** Version that was edited. */
      version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    }),
    reply: AuthoredBadge,
  }),
  archiveBadge: del('/api/advisor/badges/{id}', {
    summary: 'Archive a badge; learners who have it keep it',
    access: 'advisor',
    limit: USUAL,
  }),
  previewCriteria: post('/api/advisor/badges/preview', {
    summary: 'The criteria in words, and how many learners meet them today',
    access: 'advisor',
    limit: USUAL,
    body: z.object({ criteria: BadgeCriteria }),
    reply: CriteriaPreview,
  }),
})
