import * as z from 'zod/mini'

import { GROUP_SIZE, PERSON_REPORT_REASONS, SHOWN_TO_FRIENDS } from '#rules/connections'
import { ROLES } from '#rules/membership'

import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { email, Id, line, page, pageQuery, text, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'

const name = z.string()
const Person = {
  id: Id,
  first_name: z.string(),
  /** Minors appear as first name and initial. */
  name,
  avatar_url: z.nullable(z.string()),
}

const Friend = z.object({
  ...Person,
  /** Null if they hide it. */
  level: z.nullable(z.number()),
  since: Timestamp,
})
export type Friend = z.output<typeof Friend>

const ReceivedRequest = z.object({
  id: Id,
  person: z.object({ ...Person, is_adult: z.boolean() }),
  created_at: Timestamp,
  /** `guardian`: the learner accepted, and a guardian decides next. */
  waits_for: z.enum(['you', 'guardian']),
})
export type ReceivedRequest = z.output<typeof ReceivedRequest>

const SentRequest = z.object({
  id: Id,
  /** As typed. Does not reveal whether an account has that address. */
  email: z.string(),
  created_at: Timestamp,
  /** `guardian`: not shown to the recipient yet. */
  waits_for: z.enum(['them', 'guardian']),
})
export type SentRequest = z.output<typeof SentRequest>

const Friends = z.object({
  friends: z.array(Friend),
  requests_received: z.array(ReceivedRequest),
  requests_sent: z.array(SentRequest),
  /** Explains to a child why they cannot connect yet; null for everyone who can. */
  not_yet: z.nullable(z.string()),
})
export type Friends = z.output<typeof Friends>

export const FriendRequest = z.object({
  email: email('Please enter your friend’s email address'),
})

const ActivityItem = z.object({
  id: Id,
  person: z.object(Person),
  kind: z.enum(['quest_begun', 'quest_finished', 'badge_earned']),
  /** Title of the quest or the badge. */
  title: z.string(),
  quest_id: z.nullable(Id),
  at: Timestamp,
})
export type ActivityItem = z.output<typeof ActivityItem>

const Sharing = z.object({
  shown: z.array(z.enum(SHOWN_TO_FRIENDS)).check(z.maxLength(SHOWN_TO_FRIENDS.length)),
})

const Blocked = z.object({
  user_id: Id,
  /** Null if there was never any contact. */
  name: z.nullable(name),
  since: Timestamp,
})
export type Blocked = z.output<typeof Blocked>

export const PersonReport = z.object({
  reason: z.enum(PERSON_REPORT_REASONS),
  words: z._default(text(2000), ''),
})

/** Report as staff see it: the text, and the relation of the two people at that time. */
const ReportedPerson = z.object({
  id: Id,
  reporter: z.object({ id: Id, name }),
  /** Name at the time of the report; the id is null once the account is deleted. */
  reported: z.object({ id: z.nullable(Id), name, role: z.enum(ROLES) }),
  /** Relation at the time of the report: “Connected since 3 May 2026”. */
  tie: z.string(),
  reason: z.enum(PERSON_REPORT_REASONS),
  words: z.string(),
  created_at: Timestamp,
  closed_at: z.nullable(Timestamp),
  outcome: z.string(),
})
export type ReportedPerson = z.output<typeof ReportedPerson>

export const ReportOutcome = z.object({
  outcome: words(1000, 'Please describe the outcome'),
})

/** Connection request for a guardian to decide: sent by or to a child under 13. */
export const ChildRequest = z.object({
  id: Id,
  direction: z.enum(['sent', 'received']),
  /** Name of the requester, or the address that the child entered. */
  other: name,
  is_adult: z.boolean(),
  created_at: Timestamp,
})
export type ChildRequest = z.output<typeof ChildRequest>

const ChildConnections = z.object({
  friends: z.array(Friend),
  requests: z.array(ChildRequest),
  /** A guardian allowed connections by a sufficient method. Required before any decision. */
  allowed: z.boolean(),
  /** From 13 on, learners decide on their own. */
  under_13: z.boolean(),
})
export type ChildConnections = z.output<typeof ChildConnections>

const QuestGroup = z.object({
  id: Id,
  name,
  quest: z.object({ id: Id, title: z.string() }),
  state: z.enum(['joined', 'invited']),
  invited_by: z.nullable(name),
  /** Joined members who are connected with the caller; excludes the caller. */
  members: z.array(z.object(Person)),
})
export type QuestGroup = z.output<typeof QuestGroup>

export const NewGroup = z.object({
  quest_id: Id,
  name: line(80, 'Please name the group'),
  friend_ids: z
    .array(Id)
    .check(z.minLength(1, 'Please choose at least one friend'), z.maxLength(GROUP_SIZE - 1)),
})

const ASK = {
  name: 'connect',
  points: 30,
  seconds: 24 * 3600,
  message: 'You’ve sent a lot of requests today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit
const GROUPS = {
  name: 'quest-groups',
  points: 30,
  seconds: 24 * 3600,
  message: 'You’ve made a lot of groups today. Please make more tomorrow.',
  per: 'caller',
} satisfies CallLimit
const REPORT = {
  name: 'report-person',
  points: 20,
  seconds: 24 * 3600,
  message: 'We have your reports. You can send more tomorrow.',
  per: 'caller',
} satisfies CallLimit

export const connections = endpoints({
  listFriends: get('/api/community/friends', {
    summary: 'The caller’s friends and pending requests',
    access: 'signedIn',
    reply: Friends,
  }),
  friendsActivity: get('/api/community/friends/activity', {
    summary: 'Activity that friends have chosen to share, newest first',
    access: 'signedIn',
    query: z.object(pageQuery),
    reply: page(ActivityItem),
  }),
  requestFriend: post('/api/community/friends/request', {
    summary:
      'Send a friend request by email address; the reply never reveals whether an account exists',
    access: 'signedIn',
    limit: ASK,
    learner: { from: 'caller', may: 'connect' },
    idempotent: true,
    body: FriendRequest,
    reply: z.object({ message: z.string() }),
    status: 202,
  }),
  acceptFriend: post('/api/community/friends/accept/{id}', {
    summary: 'Accept a request; for a child under 13, a guardian must also approve it',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'connect' },
    idempotent: true,
    reply: z.object({ connected: z.boolean() }),
  }),
  declineFriend: del('/api/community/friends/decline/{id}', {
    summary: 'Decline a request; the sender is not notified',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
  }),
  cancelFriend: del('/api/community/friends/cancel/{id}', {
    summary: 'Cancel a request the caller has sent',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
  }),
  removeFriend: del('/api/community/friends/{user_id}', {
    summary: 'Remove a connection; the other person is not notified',
    access: 'signedIn',
    limit: USUAL,
  }),
  listBlocked: get('/api/community/block', {
    summary: 'People the caller has blocked',
    access: 'signedIn',
    reply: z.object({ items: z.array(Blocked) }),
  }),
  block: post('/api/community/block/{user_id}', {
    summary: 'Block a person: ends any connection and pending requests, and stops all contact',
    access: 'signedIn',
    limit: USUAL,
  }),
  unblock: del('/api/community/block/{user_id}', {
    summary: 'Unblock a person; the connection is not restored',
    access: 'signedIn',
    limit: USUAL,
  }),
  reportPerson: post('/api/community/report/{user_id}', {
    summary: 'Report a person the caller is or has been in contact with',
    access: 'signedIn',
    limit: REPORT,
    idempotent: true,
    body: PersonReport,
  }),
  listPersonReports: get('/api/community/reports', {
    summary: 'Reports about people, for safeguarding leads: open ones first',
    access: 'advisor',
    query: z.object(pageQuery),
    reply: page(ReportedPerson),
  }),
  closePersonReport: post('/api/community/reports/{id}', {
    summary: 'Close a report about a person, with its outcome',
    access: 'advisor',
    limit: USUAL,
    body: ReportOutcome,
    reply: ReportedPerson,
  }),
  getSharing: get('/api/community/sharing', {
    summary: 'The caller’s friend sharing settings',
    access: 'signedIn',
    reply: Sharing,
  }),
  changeSharing: put('/api/community/sharing', {
    summary: 'Choose what the caller’s friends can see',
    access: 'signedIn',
    limit: USUAL,
    body: Sharing,
    reply: Sharing,
  }),
  listGroups: get('/api/community/groups', {
    summary: 'The caller’s quest groups and group invitations',
    access: 'signedIn',
    reply: z.object({ items: z.array(QuestGroup) }),
  }),
  makeGroup: post('/api/community/groups', {
    summary: 'Invite friends to join a quest the caller has started',
    access: 'signedIn',
    limit: GROUPS,
    learner: { from: 'caller', may: 'connect' },
    idempotent: true,
    body: NewGroup,
    reply: QuestGroup,
    status: 201,
  }),
  joinGroup: post('/api/community/groups/{id}/join', {
    summary: 'Accept an invitation to a group; requires having started its quest',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'connect' },
    idempotent: true,
    reply: QuestGroup,
  }),
  leaveGroup: del('/api/community/groups/{id}/membership', {
    summary: 'Leave a group or decline its invitation',
    access: 'signedIn',
    limit: USUAL,
  }),
  listChildConnections: get('/api/parent/connections/{id}', {
    summary: 'A minor’s connections, and requests awaiting a guardian’s approval',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readConnections' },
    reply: ChildConnections,
  }),
  decideConnection: post('/api/parent/connections/{id}/requests/{request_id}', {
    summary: 'Approve or refuse a request from or to a child under 13',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'decideConnections' },
    idempotent: true,
    body: z.object({ allowed: z.boolean() }),
    reply: ChildConnections,
  }),
  endChildConnection: del('/api/parent/connections/{id}/{user_id}', {
    summary: 'Remove a connection of a child under 13',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'decideConnections' },
    reply: ChildConnections,
  }),
})
