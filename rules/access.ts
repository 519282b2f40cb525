import { CONSENT_AGE } from './age.ts'

// Who may do what with a learner: the one table. The endpoint table says of a call which learner it is about and what is
// done with them (`learner: { from, may }`); the server finds the caller's relation and asks here. Nothing else decides it.

/** What a caller can be to a learner. Who is none of these is a stranger, and may do nothing. */
export const RELATIONS = ['self', 'guardian', 'advisor', 'peer', 'admin', 'safeguarding'] as const
export type Relation = (typeof RELATIONS)[number]

export const GUARDIAN_SCOPES = ['view', 'upload', 'tutor', 'messages', 'consent'] as const
export type GuardianScope = (typeof GUARDIAN_SCOPES)[number]

/** What a guardian can allow a child under 13 besides the use of the account itself. */
export const OPTIONAL_CONSENTS = ['publishing', 'connections_and_messages', 'tutor'] as const
export type OptionalConsent = (typeof OPTIONAL_CONSENTS)[number]

/** What the table needs to know of a learner and a caller, as of now. */
export type AccessFacts = {
  /** The learner's age in full years; null when unknown, which counts as an adult's for what one does oneself. */
  age: number | null
  hasAdvisor: boolean
  /** The account waits for a guardian's consent: before the first, or because it was withdrawn. */
  isWaiting: boolean
  /** The caller's teaching licence has not expired, as far as one is recorded. */
  isLicensed: boolean
  /** What guardians have allowed the learner. */
  consented: ReadonlySet<OptionalConsent>
  /** What the caller may do as a guardian; empty for all others. */
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
/** From 13 on by oneself; before, once a guardian has allowed it. */
const allowed = (name: OptionalConsent): Condition =>
  either(not(isChild), ({ consented }) => consented.has(name))

type Permissions = Partial<Record<Relation, Condition>>

const READ: Permissions = { self: always, guardian: scope('view'), advisor: always, admin: always }
const RECORD: Permissions = { advisor: always, admin: always }

const TABLE = {
  /** Start, draft, hand in, withdraw. */
  work: { self: always },
  readDrafts: { self: always },
  /** Attempts, evidence, feedback. */
  readWork: READ,
  addEvidence: { guardian: scope('upload'), advisor: always },
  readProgress: READ,
  readPlan: READ,
  readCalendar: READ,
  /** What learners put into their calendars themselves: a minor's family reads along. */
  readEvents: { self: always, guardian: all(isMinor, scope('view')) },
  /** By a link for calendar programs. */
  subscribeCalendar: { guardian: scope('view') },
  arrangeMeeting: { advisor: always },
  proposePlan: { self: always, guardian: scope('view'), advisor: always },
  editPlan: { self: ({ hasAdvisor }) => !hasAdvisor, advisor: always },
  /** Accept or return work. */
  decide: { advisor: ({ isLicensed }) => isLicensed },
  /** Credits, transcript, diploma, badges. */
  readRecord: READ,
  recordCredit: RECORD,
  issueRecord: RECORD,
  revokeRecord: RECORD,
  /** Of the academy, as it was signed on paper. */
  recordAgreement: RECORD,
  /** By somebody who has not recorded it. */
  countersignAgreement: { admin: always },
  /** Links for people outside. */
  shareRecord: { self: allowed('publishing'), guardian: all(isChild, scope('consent')) },
  /** Portfolio, codes of credentials. */
  publish: { self: allowed('publishing') },
  /** The owner sees the page as strangers do, and has a preview besides. */
  seeFamilyPieces: { guardian: scope('view'), admin: always },
  seeAdvisorPieces: { advisor: always, admin: always },
  connect: { self: allowed('connections_and_messages') },
  message: {
    self: allowed('connections_and_messages'),
    advisor: always,
    peer: allowed('connections_and_messages'),
  },
  /** Whom the learner is connected with. */
  readConnections: {
    self: always,
    guardian: all(isMinor, either(scope('messages'), scope('consent'))),
  },
  /** Allow and end those of a child, one by one; from 13 on learners decide themselves. */
  decideConnections: { guardian: all(isChild, scope('consent')) },
  /** Of the learner with others, as the family reads along. Members read their own as members (features/messages). */
  readMessages: { guardian: scope('messages') },
  useTutor: { self: allowed('tutor') },
  readTutorTalks: { self: always, guardian: scope('tutor') },
  /** And say what came of them: each reads those that came to them (features/safety). */
  readSafetyReports: { guardian: scope('tutor'), advisor: always, safeguarding: always },
  /** To guardians, from whom it was held back. */
  releaseSafetyReport: { safeguarding: always },
  setTutor: { self: not(isMinor), guardian: all(isMinor, scope('tutor')) },
  /** Buy a subscription tier. Minors do not pay: who decides for them may. */
  payTier: { self: not(isMinor), guardian: all(isMinor, scope('consent')) },
  /** What guardians have said about what a child may do. */
  readConsent: { self: always, guardian: either(scope('view'), scope('consent')), admin: always },
  /** Give, change, withdraw: for a child. From 13 on learners decide themselves about what it was for. */
  manageConsent: { guardian: all(either(isChild, isWaiting), scope('consent')) },
  /** Check a signed form, or speak with a guardian. */
  witnessConsent: RECORD,
  /** Give a learner into another advisor's care. */
  assignAdvisor: RECORD,
  /** The learner's guardians and invitations. A guardian sees only their own. */
  readGuardians: { self: not(isChild), guardian: always, advisor: always, admin: always },
  inviteGuardian: { self: not(isChild), guardian: scope('consent'), admin: always },
  /** No guardian ends another's link: only their own. */
  endGuardian: { self: not(isMinor), guardian: always },
  /** Grown up, say whose link goes on. */
  keepGuardian: { self: not(isMinor) },
  /** End or narrow a link whatever the family says, as a court may order. */
  overrideGuardian: { admin: always },
  /** Those of staff. */
  readNotes: { advisor: always, admin: always },
  /** Work and record in the staff area, with what guardians do not see. */
  readAsStaff: { advisor: always, admin: always },
  /** Who read what. */
  readDisclosures: { self: not(isChild), guardian: scope('view'), admin: always },
  exportData: { self: always, guardian: all(isChild, scope('consent')) },
  eraseData: { self: not(isChild), guardian: all(isChild, scope('consent')) },
  signInAs: { admin: always },
} satisfies Record<string, Permissions>

export type LearnerAction = keyof typeof TABLE

/** What guardians can still do while the account waits for a consent; everybody else sees no such learner. */
const WHILE_WAITING: ReadonlySet<LearnerAction> = new Set([
  'readConsent',
  'manageConsent',
  'endGuardian',
  'exportData',
  'eraseData',
])

export const LEARNER_ACTIONS = Object.keys(TABLE) as LearnerAction[]

/** Whether somebody in a relation to a learner may do something with them; strangers (null) never. */
export const may = (
  action: LearnerAction,
  relation: Relation | null,
  facts: AccessFacts,
): boolean => {
  if (facts.isWaiting && !WHILE_WAITING.has(action)) return false
  const row: Permissions = TABLE[action]
  return relation !== null && (row[relation]?.(facts) ?? false)
}

/** The scopes that somebody can give another adult: a guardian none but their own. */
export const grantableScopes = (
  relation: Relation | null,
  facts: AccessFacts,
): ReadonlySet<GuardianScope> => {
  if (!may('inviteGuardian', relation, facts)) return new Set()
  return relation === 'guardian' ? facts.scopes : new Set(GUARDIAN_SCOPES)
}

/** What binds a caller to a learner, as the database knows it. */
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
 * The one relation in which a caller acts: hats are never added up. A guardian is a guardian whatever their role, and never
 * decides about their own child's work or record. Who is named for safeguarding is that for what only they may do, and who is
 * connected is that for what peers may do; for everything else they are what they are besides.
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

/** True where only being the learner's guardian keeps a caller out: they may know why, unless it would tell of a report. */
export const isConflictOfInterest = (
  action: LearnerAction,
  ties: Ties,
  facts: AccessFacts,
): boolean =>
  action !== 'releaseSafetyReport' &&
  ties.isGuardian &&
  !may(action, relationOf(ties, action), facts) &&
  may(action, relationOf({ ...ties, isGuardian: false }, action), facts)

/** True where only a licence that has expired keeps an advisor out: they may know why. */
export const isUnlicensed = (
  action: LearnerAction,
  relation: Relation | null,
  facts: AccessFacts,
): boolean => !may(action, relation, facts) && may(action, relation, { ...facts, isLicensed: true })

/** True of what admins may do with a learner: what they see, also where they see it as somebody else. */
export const isOpenToAdmins = (action: LearnerAction): boolean => {
  const row: Permissions = TABLE[action]
  return row.admin !== undefined
}

/** True where one may do something oneself whatever one's age and consents: nothing need be looked up. */
export const isOwnAction = (action: LearnerAction): boolean => {
  const row: Permissions = TABLE[action]
  return row.self === always
}
