import * as z from 'zod/mini'

import { MAX_MESSAGE_LENGTH } from '#rules/message-limits'
import { withoutReversal } from '#rules/text/linked-text'

import { type CallLimit, del, endpoints, get, patch, post } from './endpoint.ts'
import { Day, Id, line, PillarName, Timestamp, words } from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'
import { NewPlanEntry } from './plan.ts'

/** Learners of a group, and groups of an advisor. */
export const MAX_GROUP_SIZE = 200
export const MAX_GROUPS = 100

const Learner = z.object({ id: Id, first_name: z.string(), last_name: z.string() })
export type GroupLearner = z.output<typeof Learner>

const GROUP = { id: Id, name: z.string(), archived: z.boolean() }

export const LearnerGroup = z.object({
  ...GROUP,
  /** By name; only learners who are in the advisor's care now. */
  learners: z.array(Learner),
})
export type LearnerGroup = z.output<typeof LearnerGroup>

const ListedGroup = z.object({ ...GROUP, learner_count: z.number() })
export type ListedGroup = z.output<typeof ListedGroup>

const QuestCell = z.object({
  quest_id: Id,
  /** `planned`: in the plan and not started. */
  state: z.enum(['planned', 'active', 'completed']),
  tasks_done: z.number(),
  /** Planned day. */
  target_date: z.nullable(Day),
})
export type QuestCell = z.output<typeof QuestCell>

/** A group over quests and pillars. */
export const GroupTable = z.object({
  /** The quests of most learners first; quests written for a single learner are left out. */
  quests: z.array(z.object({ id: Id, title: z.string(), tasks_total: z.number() })),
  /** Number of further quests. */
  more_quests: z.number(),
  /** By name. */
  rows: z.array(
    z.object({
      learner: Learner,
      /** XP per pillar; a missing pillar has none. */
      xp: z.partialRecord(PillarName, z.number()),
      total_xp: z.number(),
      quests: z.array(QuestCell),
    }),
  ),
})
export type GroupTable = z.output<typeof GroupTable>

const name = line(80, 'Please give the group a name')
const ids = z
  .array(Id)
  .check(z.maxLength(MAX_GROUP_SIZE, `A group can have up to ${MAX_GROUP_SIZE} learners`))

export const NewLearnerGroup = z.object({ name, learner_ids: z._default(ids, []) })

/** Learners are added and removed one by one, so that two changes at the same time keep each other's. */
export const LearnerGroupChange = z.object({
  name: z.optional(name),
  archived: z.optional(z.boolean()),
  add: z._default(ids, []),
  remove: z._default(ids, []),
})

/** Quests for the plan of each learner, such as one quest or those of a week. */
export const GroupPlan = z.object({
  entries: z.array(NewPlanEntry).check(
    z.minLength(1, 'Please choose at least one quest'),
    z.maxLength(20, 'You can give up to 20 quests at a time'),
    z.refine(
      (entries) => new Set(entries.map(({ quest_id }) => quest_id)).size === entries.length,
      { error: 'A quest can be given only once' },
    ),
  ),
})

export const GivenPlan = z.object({
  /** Learners who have received at least one quest. */
  learner_count: z.number(),
  not_given: z.array(
    z.object({
      learner: Learner,
      quest_id: Id,
      /** In the plan already, completed already, or no room in the plan. */
      reason: z.enum(['planned', 'completed', 'full']),
    }),
  ),
})
export type GivenPlan = z.output<typeof GivenPlan>

export const ANNOUNCEMENT_AUDIENCES = ['both', 'learners', 'families'] as const

export const NewAnnouncement = z.object({
  text: words(MAX_MESSAGE_LENGTH, 'Please write something').check(z.overwrite(withoutReversal)),
  audience: z._default(z.enum(ANNOUNCEMENT_AUDIENCES), 'both'),
})

const ANNOUNCEMENT = {
  id: Id,
  text: z.string(),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES),
  created_at: Timestamp,
}

const ListedAnnouncement = z.object({
  ...ANNOUNCEMENT,
  /** Recipients whom the advisor may still write to, and those of them who have read it. */
  recipient_count: z.number(),
  read_count: z.number(),
})
export type ListedAnnouncement = z.output<typeof ListedAnnouncement>

/** Null for a person to whom it was not addressed. */
const Receipt = z.nullable(z.enum(['waiting', 'unread', 'read', 'not_sent']))

export const Announcement = z.object({
  ...ANNOUNCEMENT,
  /** The group’s learners now, and their guardians who may be written to. */
  people: z.array(
    z.object({
      learner: Learner,
      receipt: Receipt,
      guardians: z.array(z.object({ id: Id, name: z.string(), receipt: Receipt })),
    }),
  ),
})
export type Announcement = z.output<typeof Announcement>

/** Each may write to several hundred people. */
const ANNOUNCEMENTS = {
  name: 'announcements',
  points: 20,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit

export const groups = endpoints({
  listCaseloadNames: get('/api/advisor/caseload/names', {
    summary: 'Names of the learners in the caller’s care, of whom groups are made; at most 1000',
    access: 'advisor',
    reply: z.object({ items: z.array(Learner) }),
  }),
  listLearnerGroups: get('/api/advisor/groups', {
    summary: 'The caller’s groups of learners by name, archived ones last',
    access: 'advisor',
    reply: z.object({ items: z.array(ListedGroup) }),
  }),
  createLearnerGroup: post('/api/advisor/groups', {
    summary: 'Create a group of learners in the caller’s care',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: NewLearnerGroup,
    reply: LearnerGroup,
    status: 201,
  }),
  getLearnerGroup: get('/api/advisor/groups/{id}', {
    summary: 'One of the caller’s groups, with the learners who are still in their care',
    access: 'advisor',
    reply: LearnerGroup,
  }),
  getGroupTable: get('/api/advisor/groups/{id}/table', {
    summary: 'A group’s learners over quests and pillars',
    access: 'advisor',
    reply: GroupTable,
  }),
  downloadGroupTable: get('/api/advisor/groups/{id}/table.csv', {
    summary: 'The same table as CSV',
    access: 'advisor',
    kind: 'download',
  }),
  giveToGroup: post('/api/advisor/groups/{id}/plan', {
    summary: 'Put quests into the plans of a group’s learners, who may move their days',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: GroupPlan,
    reply: GivenPlan,
  }),
  listAnnouncements: get('/api/advisor/groups/{id}/announcements', {
    summary: 'The newest 50 announcements to a group',
    access: 'advisor',
    reply: z.object({ items: z.array(ListedAnnouncement) }),
  }),
  announce: post('/api/advisor/groups/{id}/announcements', {
    summary:
      'Write to a group’s learners, their families or both: each gets a message of their own',
    access: 'advisor',
    limit: ANNOUNCEMENTS,
    idempotent: true,
    body: NewAnnouncement,
    reply: Announcement,
    status: 201,
  }),
  getAnnouncement: get('/api/advisor/groups/{id}/announcements/{announcement_id}', {
    summary: 'An announcement, and who has read it',
    access: 'advisor',
    reply: Announcement,
  }),
  changeLearnerGroup: patch('/api/advisor/groups/{id}', {
    summary: 'Rename or archive a group, add and remove learners',
    access: 'advisor',
    limit: USUAL,
    body: LearnerGroupChange,
    reply: LearnerGroup,
  }),
  deleteLearnerGroup: del('/api/advisor/groups/{id}', {
    summary: 'Delete a group; plans and messages that learners received through it remain',
    access: 'advisor',
    limit: USUAL,
  }),
})
