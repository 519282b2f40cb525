import { CONSENT_AGE } from './age.ts'

// The only table of permissions on a learner. An endpoint declares the learner it is about and the action (`learner: { from, may
// }`); the server looks up the caller's relation and asks this table. Nothing else decides access.

/** Relations of a caller to a learner. A caller with none of them is a stranger and has no permissions. */
export const RELATIONS = ['self', 'guardian', 'advisor', 'peer', 'admin', 'safeguarding'] as const
export type Relation = (typeof RELATIONS)[number]

export const GUARDIAN_SCOPES = ['view', 'upload', 'tutor', 'messages', 'consent'] as const
export type GuardianScope = (typeof GUARDIAN_SCOPES)[number]

/** Consents that a guardian can give for a child under 13 besides the use of the account itself. */
export const OPTIONAL_CONSENTS = ['publishing', 'connections_and_messages', 'tutor'] as const
export type OptionalConsent = (typeof OPTIONAL_CONSENTS)[number]

/** Current facts about a learner and a caller that the table needs. */
export type AccessFacts = {
  /** The learner's age in full years. Null if unknown, which counts as adult for the learner's own actions. */
  age: number | null
  hasAdvisor: boolean
  /** The account waits for a guardian's consent: not given yet, or withdrawn. */
  isWaiting: boolean
  /** The caller's teaching license has not expired, if one is recorded. */
  isLicensed: boolean
  /** Consents given by guardians. */
  consented: ReadonlySet<OptionalConsent>
  /** The caller's scopes as a guardian; empty for everyone else. */
  scopes: ReadonlySet<GuardianScope>
}

type Condition = (facts: AccessFacts) => boolean

const always: Condition = () => true
const isUnder =
  (age: number): Condition =>
  (facts) =>
    facts.age !== null && facts.age < age
const not =
  (condition: Condition): Condition =>
  (facts) =>
    !condition(facts)
const all =
  (...conditions: Condition[]): Condition =>
  (facts) =>
    conditions.every((holds) => holds(facts))
const either =
  (...conditions: Condition[]): Condition =>
  (facts) =>
    conditions.some((holds) => holds(facts))

const isChild = isUnder(CONSENT_AGE)
const isMinor = isUnder(18)
const isWaiting: Condition = (facts) => facts.isWaiting
const scope =
  (name: GuardianScope): Condition =>
  ({ scopes }) =>
    scopes.has(name)
/** From 13 on, learners decide themselves; before, a guardian must have consented. */
const allowed = (name: OptionalConsent): Condition =>
  either(not(isChild), ({ consented }) => consented.has(name))

type Permissions = Partial<Record<Relation, Condition>>

const READ: Permissions = { self: always, guardian: scope('view'), advisor: always, admin: always }
const RECORD: Permissions = { advisor: always, admin: always }

const TABLE = {
  /** Start, draft, submit, withdraw. */
  work: { self: always },
  readDrafts: { self: always },
  /** Attempts, evidence, feedback. */
  readWork: READ,
  addEvidence: { guardian: scope('upload'), advisor: always },
  readProgress: READ,
  readPlan: READ,
  readCalendar: READ,
  /** Events that learners create in their calendar. A minor's family can read them. */
  readEvents: { self: always, guardian: all(isMinor, scope('view')) },
  /** Through a calendar subscription link. */
  subscribeCalendar: { self: allowed('publishing'), guardian: scope('view') },
  arrangeMeeting: { advisor: always },
  proposePlan: { self: always, guardian: scope('view'), advisor: always },
  editPlan: { self: ({ hasAdvisor }) => !hasAdvisor, advisor: always },
  /** The day of a quest that was given to a group; of other entries as `editPlan`. */
  movePlannedDay: { self: always, advisor: always },
  /** Praise or ask about work, for the child and the advisor to read. */
  commentAsFamily: { guardian: scope('view') },
  /** Accept or return work. */
  decide: { advisor: ({ isLicensed }) => isLicensed },
  /** Credits, transcript, diploma, badges. */
  readRecord: READ,
  recordCredit: RECORD,
  issueRecord: RECORD,
  revokeRecord: RECORD,
  /** The signed paper agreement of the academy. */
  recordAgreement: RECORD,
  /** By someone other than the person who recorded it. */
  countersignAgreement: { admin: always },
  /** Links for outsiders. */
  shareRecord: { self: allowed('publishing'), guardian: all(isChild, scope('consent')) },
  /** Portfolio, codes of credentials. */
  publish: { self: allowed('publishing') },
  /** Owners see their page as strangers do, plus a preview. */
  seeFamilyPieces: { guardian: scope('view'), admin: always },
  seeAdvisorPieces: { advisor: always, admin: always },
  connect: { self: allowed('connections_and_messages') },
  message: {
    self: allowed('connections_and_messages'),
    advisor: always,
    peer: allowed('connections_and_messages'),
  },
  /** The learner's connections. */
  readConnections: {
    self: always,
    guardian: all(isMinor, either(scope('messages'), scope('consent'))),
  },
  /** Approve and end a child's connections one by one; from 13 on, learners decide themselves. */
  decideConnections: { guardian: all(isChild, scope('consent')) },
  /** For the family. Participants read their own messages as participants (features/messages). */
  readMessages: { guardian: scope('messages') },
  useTutor: { self: allowed('tutor') },
  readTutorTalks: { self: always, guardian: scope('tutor') },
  /** Includes recording the outcome. Everyone reads only reports sent to them (features/safety). */
  readSafetyReports: { guardian: scope('tutor'), advisor: always, safeguarding: always },
  /** Releases a withheld report to guardians. */
  releaseSafetyReport: { safeguarding: always },
  setTutor: { self: not(isMinor), guardian: all(isMinor, scope('tutor')) },
  /** Buy a subscription tier. Minors cannot pay; their guardians with the `consent` scope can. */
  payTier: { self: not(isMinor), guardian: all(isMinor, scope('consent')) },
  /** Consents that guardians gave for the child. */
  readConsent: { self: always, guardian: either(scope('view'), scope('consent')), admin: always },
  /** Give, change or withdraw consent for a child. From 13 on, learners decide themselves. */
  manageConsent: { guardian: all(either(isChild, isWaiting), scope('consent')) },
  /** Check a signed form, or talk to a guardian. */
  witnessConsent: RECORD,
  /** Assign a learner to another advisor. */
  assignAdvisor: RECORD,
  /** The learner's guardians and invitations. A guardian sees only their own link. */
  readGuardians: { self: not(isChild), guardian: always, advisor: always, admin: always },
  /** Of age, learners alone choose who looks after them. */
  inviteGuardian: {
    self: not(isChild),
    guardian: all(isMinor, scope('consent')),
    admin: always,
  },
  /** Guardians can end only their own link. */
  endGuardian: { self: not(isMinor), guardian: always },
  /** Extend a guardian link after the learner's eighteenth birthday. */
  keepGuardian: { self: not(isMinor) },
  /** End or narrow a guardian link against the family's wishes, for example by court order. */
  overrideGuardian: { admin: always },
  /** Staff notes. */
  readNotes: { advisor: always, admin: always },
  /** Work and record in the staff area, including details that guardians cannot see. */
  readAsStaff: { advisor: always, admin: always },
  /** Log of who read the learner's data. */
  readDisclosures: { self: not(isChild), guardian: scope('view'), admin: always },
  exportData: { self: always, guardian: all(isChild, scope('consent')) },
  eraseData: { self: not(isChild), guardian: all(isChild, scope('consent')) },
  signInAs: { admin: always },
  /** Make and revoke a sign-in card, or hand over a link to choose a password. From 13 on, guardians do not. */
  manageSignIn: { guardian: all(isChild, scope('consent')), advisor: always, admin: always },
  /** The simple screen of a child under ten, on or off. */
  chooseScreen: { guardian: all(isChild, scope('consent')) },
  /** Not by advisors: an address resets passwords and outlives the assignment. */
  addAddress: { self: not(isChild), guardian: all(isChild, scope('consent')), admin: always },
} satisfies Record<string, Permissions>

export type LearnerAction = keyof typeof TABLE

/** Actions still open to guardians while the account waits for consent. Everyone else is refused. */
const WHILE_WAITING: ReadonlySet<LearnerAction> = new Set([
  'readConsent',
  'manageConsent',
  'endGuardian',
  'exportData',
  'eraseData',
])

export const LEARNER_ACTIONS = Object.keys(TABLE) as LearnerAction[]

/** Decides whether a relation permits an action; always false for strangers (null). */
export const may = (
  action: LearnerAction,
  relation: Relation | null,
  facts: AccessFacts,
): boolean => {
  if (facts.isWaiting && !WHILE_WAITING.has(action)) return false
  const row: Permissions = TABLE[action]
  return relation !== null && (row[relation]?.(facts) ?? false)
}

/** Scopes that someone can grant another adult: guardians only their own. */
export const grantableScopes = (
  relation: Relation | null,
  facts: AccessFacts,
): ReadonlySet<GuardianScope> => {
  if (!may('inviteGuardian', relation, facts)) return new Set()
  return relation === 'guardian' ? facts.scopes : new Set(GUARDIAN_SCOPES)
}

/** Relations of a caller to a learner, as stored in the database. */
export type Ties = {
  isSelf: boolean
  isGuardian: boolean
  isAdvisor: boolean
  /** They are connected. */
  isPeer: boolean
  isAdmin: boolean
  isSafeguarding: boolean
}

/**
 * The one relation that applies; permissions of several are never combined. A guardian acts as a guardian whatever their role,
 * and never decides about their own child's work or record. Safeguarding and peer relations apply only to actions reserved for
 * them; for everything else, the caller's other relation applies.
 */
export const relationOf = (
  { isSelf, isGuardian, isAdvisor, isPeer, isAdmin, isSafeguarding }: Ties,
  action: LearnerAction,
): Relation | null => {
  if (isSelf) return 'self'
  if (isGuardian) return 'guardian'
  const row: Permissions = TABLE[action]
  if (isSafeguarding && row.safeguarding) return 'safeguarding'
  if (isAdvisor) return 'advisor'
  if (isPeer && row.peer) return 'peer'
  if (isAdmin) return 'admin'
  if (isSafeguarding) return 'safeguarding'
  return isPeer ? 'peer' : null
}

/** True if only being the learner's guardian denies access. The caller may be told so, unless that would reveal a report. */
export const isConflictOfInterest = (
  action: LearnerAction,
  ties: Ties,
  facts: AccessFacts,
): boolean =>
  action !== 'releaseSafetyReport' &&
  ties.isGuardian &&
  !may(action, relationOf(ties, action), facts) &&
  may(action, relationOf({ ...ties, isGuardian: false }, action), facts)

/** True if only an expired license denies an advisor access. The caller may be told so. */
export const isUnlicensed = (
  action: LearnerAction,
  relation: Relation | null,
  facts: AccessFacts,
): boolean => !may(action, relation, facts) && may(action, relation, { ...facts, isLicensed: true })

/** True if admins may take the action, including while they are signed in as someone else. */
export const isOpenToAdmins = (action: LearnerAction): boolean => {
  const row: Permissions = TABLE[action]
  return row.admin !== undefined
}

/** Refused to a learner who is signed in by card: their effects outlive the session. */
const NOT_BY_CARD: ReadonlySet<LearnerAction> = new Set([
  'shareRecord',
  'publish',
  'setTutor',
  'payTier',
  'inviteGuardian',
  'endGuardian',
  'keepGuardian',
  'exportData',
  'eraseData',
  'addAddress',
])

/** True if a session that a sign-in card opened may take the action. */
export const isOpenByCard = (action: LearnerAction): boolean => !NOT_BY_CARD.has(action)

/** True if learners may always take the action themselves, regardless of age and consents, so that no facts need to be loaded. */
export const isOwnAction = (action: LearnerAction): boolean => {
  const row: Permissions = TABLE[action]
  return row.self === always
}
