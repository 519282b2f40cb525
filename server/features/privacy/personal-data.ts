import type { GuardianScope } from '#rules/access'

export type PersonalData = {
  /** The only feature that writes the table; see scripts/check-tables.ts. Tables without a feature belong to the platform. */
  owner: string
  /** Columns that identify the row's person, by id or, for `email`, by address. */
  of: readonly string[]
  by?: 'email'
  /** Columns that only mention another person, such as the decider. Set to null when that person is erased. */
  mentions?: readonly string[]
  /** Columns of `of` that are set to null when that person is erased: content they made for others remains. */
  outlived?: readonly string[]
  /** Secret columns, which are not exported. */
  secret?: readonly string[]
  /** Column by which exports order the rows: their order in the table would reveal which has changed, such as by a withheld message. */
  orderedBy?: string
  /** Column of the time at which a row was removed from the site: a guardian's export omits such rows. */
  removed?: string
  /** Column with the address of the guardian whose the row is: another guardian's export of the child omits it. */
  ofGuardian?: string
  /** Column with the address of a guardian or of one to be, alone or among others, besides those that say so by their name. */
  guardianAddress?: string
  /** Column of the person for whom alone the row is, if set: an export of whoever made it omits it. */
  heldFor?: string
  /** Columns about the person in another column, which only that person's export contains. */
  about?: Readonly<Record<string, string>>
  /** True if the person's export contains the rows, else the reason. */
  exported: true | { because: string }
  /** Scope with which a guardian's export of a child contains the rows; without it, only the person's own export does. */
  opens?: GuardianScope
  /**
   * Effect of erasure on the rows: the database deletes them with the account (`cascade`) or sets the column to null (`set
   * null`), `eraseAccount` does it (`deleted`, `blanked`), or they expire (`expires`).
   */
  erased: 'account' | 'cascade' | 'set null' | 'deleted' | 'blanked' | 'expires'
}

/** Every table with personal data. A test compares this list with the database's catalog. */
export const PERSONAL_DATA = {
  users: {
    owner: 'people',
    of: ['id'],
    mentions: ['young_screen_set_by'],
    secret: ['password_hash'],
    exported: true,
    opens: 'view',
    erased: 'account',
  },
  former_names: { owner: 'people', of: ['user_id'], exported: true, erased: 'cascade' },
  sessions: { owner: 'auth', of: ['user_id'], secret: ['seed'], exported: true, erased: 'cascade' },
  sign_in_cards: {
    owner: 'sign-in-cards',
    of: ['user_id'],
    mentions: ['created_by'],
    secret: ['hash'],
    exported: true,
    erased: 'cascade',
  },
  totp_factors: {
    owner: 'second-factor',
    of: ['user_id'],
    secret: ['sealed_secret', 'last_step'],
    exported: true,
    erased: 'cascade',
  },
  passkeys: {
    owner: 'second-factor',
    of: ['user_id'],
    secret: ['credential_id', 'public_key', 'sign_count'],
    exported: true,
    erased: 'cascade',
  },
  recovery_codes: {
    owner: 'second-factor',
    of: ['user_id'],
    secret: ['hash'],
    exported: true,
    erased: 'cascade',
  },
  school_accounts: { owner: 'school-sign-in', of: ['user_id'], exported: true, erased: 'cascade' },
  sign_in_steps: {
    owner: 'auth',
    of: ['user_id'],
    exported: { because: 'They last ten minutes, and only show that someone is signing in.' },
    erased: 'cascade',
  },
  payment_customers: { owner: 'subscription', of: ['user_id'], exported: true, erased: 'cascade' },
  subscriptions: {
    owner: 'subscription',
    of: ['user_id', 'payer_id'],
    // Whether the payment failed is told to the payer alone.
    about: { status: 'payer_id', payer_id: 'payer_id' },
    exported: true,
    erased: 'set null',
  },
  open_checkouts: {
    owner: 'subscription',
    of: ['learner_id', 'payer_id'],
    exported: { because: 'They last half an hour; what is paid is in the subscriptions.' },
    erased: 'cascade',
  },
  tier_grants: { owner: 'subscription', of: ['user_id'], exported: true, erased: 'cascade' },
  mailed_tokens: {
    owner: 'platform',
    of: ['user_id'],
    mentions: ['made_by'],
    secret: ['hash'],
    guardianAddress: 'email',
    exported: true,
    erased: 'cascade',
  },
  consents: {
    owner: 'consent',
    of: ['child_id'],
    mentions: ['witness_id'],
    secret: ['code_hash'],
    exported: true,
    opens: 'consent',
    erased: 'cascade',
  },
  consent_forms: {
    owner: 'consent',
    of: ['child_id'],
    mentions: ['decided_by'],
    // Authenticates the guardian in a phone call (features/consent).
    secret: ['code'],
    ofGuardian: 'guardian_email',
    exported: true,
    opens: 'consent',
    erased: 'cascade',
  },
  policy_requests: {
    owner: 'consent',
    of: ['child_id'],
    exported: true,
    opens: 'consent',
    erased: 'cascade',
  },
  age_milestones: {
    owner: 'family',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  pairing_codes: {
    owner: 'family',
    of: ['learner_id', 'made_by'],
    secret: ['hash'],
    exported: true,
    erased: 'cascade',
  },
  guardian_links: {
    owner: 'family',
    of: ['learner_id'],
    mentions: ['ended_by'],
    exported: true,
    erased: 'cascade',
  },
  guardian_invitations: {
    owner: 'family',
    of: ['learner_id'],
    mentions: ['invited_by'],
    secret: ['token_hash'],
    guardianAddress: 'email',
    exported: true,
    erased: 'cascade',
  },
  guardian_visits: {
    owner: 'parents',
    of: ['guardian_id', 'learner_id'],
    exported: true,
    erased: 'cascade',
  },
  weekly_letters: {
    owner: 'weekly-emails',
    of: ['guardian_id'],
    exported: true,
    erased: 'cascade',
  },
  roster_imports: {
    owner: 'rosters',
    of: ['made_by'],
    outlived: ['made_by'],
    exported: { because: 'A file from the school that contains data about other people.' },
    erased: 'set null',
  },
  roster_decisions: {
    owner: 'rosters',
    of: ['user_id'],
    exported: { because: 'How an import interpreted a row; the row itself is in roster_rows.' },
    erased: 'cascade',
  },
  roster_moves: {
    owner: 'rosters',
    of: ['from_id'],
    exported: { because: 'What an import once did with learners; the assignments are exported.' },
    erased: 'cascade',
  },
  roster_emails: {
    owner: 'rosters',
    of: ['user_id'],
    exported: { because: 'They wait for minutes; each arrives as an email.' },
    erased: 'cascade',
  },
  roster_people: {
    owner: 'rosters',
    of: ['user_id'],
    guardianAddress: 'given',
    exported: true,
    erased: 'set null',
  },
  roster_rows: {
    owner: 'rosters',
    of: ['user_id'],
    guardianAddress: 'cells',
    exported: true,
    erased: 'cascade',
  },
  roster_rows_before: {
    owner: 'rosters',
    of: ['user_id'],
    guardianAddress: 'cells',
    exported: true,
    erased: 'cascade',
  },
  connections: {
    owner: 'connections',
    of: ['first_id', 'second_id'],
    exported: true,
    opens: 'messages',
    erased: 'cascade',
  },
  connection_requests: {
    owner: 'connections',
    of: ['sender_id'],
    // The recipient's actions are the recipient's data.
    secret: ['recipient_allowed_at', 'accepted_at', 'declined_at', 'told'],
    exported: true,
    erased: 'cascade',
  },
  blocks: {
    owner: 'connections',
    of: ['blocker_id', 'blocked_id'],
    exported: { because: 'It would tell people who has blocked them.' },
    erased: 'cascade',
  },
  person_reports: {
    owner: 'connections',
    of: ['reporter_id'],
    mentions: ['reported_id', 'closed_by'],
    exported: {
      because:
        'What someone has told staff about another person. On request, the school provides it through a member of staff.',
    },
    erased: 'cascade',
  },
  notifications: {
    owner: 'notifications',
    of: ['person_id', 'about_id'],
    exported: {
      because: 'Sentences that summarise other tables; some are about other people.',
    },
    erased: 'cascade',
  },
  notification_choices: {
    owner: 'notifications',
    of: ['person_id'],
    exported: true,
    erased: 'cascade',
  },
  push_subscriptions: {
    owner: 'notifications',
    of: ['person_id'],
    secret: ['endpoint', 'p256dh', 'auth'],
    exported: true,
    erased: 'cascade',
  },
  digests: { owner: 'notifications', of: ['person_id'], exported: true, erased: 'cascade' },
  quest_group_members: {
    owner: 'connections',
    of: ['member_id'],
    mentions: ['invited_by'],
    exported: true,
    erased: 'cascade',
  },
  files: { owner: 'files', of: ['owner_id'], exported: true, erased: 'set null' },
  exports: { owner: 'privacy', of: ['user_id', 'learner_id'], exported: true, erased: 'cascade' },
  earlier_work: {
    owner: 'earlier-work',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  quests: {
    owner: 'quests',
    of: ['learner_id', 'author_id'],
    outlived: ['author_id'],
    // A repetition is about what its learner wrote, and a learner's own quest is changed by others.
    heldFor: 'learner_id',
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  quest_drafts: {
    owner: 'authoring',
    of: ['author_id', 'learner_id'],
    exported: true,
    erased: 'cascade',
  },
  badges: { owner: 'badges', of: ['author_id'], exported: true, erased: 'set null' },
  tasks: { owner: 'quests', of: ['owner_id'], exported: true, opens: 'view', erased: 'cascade' },
  enrollments: {
    owner: 'quests',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  drafts: { owner: 'quests', of: ['learner_id'], exported: true, erased: 'cascade' },
  // Like a draft; once handed in, it is in the attempt.
  added_evidence: {
    owner: 'quests',
    of: ['learner_id'],
    mentions: ['added_by'],
    exported: true,
    erased: 'cascade',
  },
  attempts: {
    owner: 'attempts',
    of: ['learner_id'],
    mentions: ['submitter_id', 'decided_by'],
    // Work that is withheld is not exported.
    secret: ['held_back', 'withheld_for_good'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  decisions: {
    owner: 'reviews',
    of: ['learner_id'],
    mentions: ['decided_by', 'reopened_by'],
    removed: 'undone_at',
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  attempt_comments: {
    owner: 'reviews',
    of: ['learner_id'],
    mentions: ['author_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  reviews: { owner: 'reviews', of: ['advisor_id'], exported: true, erased: 'cascade' },
  review_claims: { owner: 'reviews', of: ['advisor_id'], exported: true, erased: 'cascade' },
  saved_comments: { owner: 'reviews', of: ['advisor_id'], exported: true, erased: 'cascade' },
  practice_results: {
    owner: 'practice',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  xp_entries: {
    owner: 'progress',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  xp_totals: {
    owner: 'progress',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  badge_awards: {
    owner: 'badges',
    of: ['learner_id'],
    mentions: ['awarded_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  badge_pursuits: {
    owner: 'badges',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  portfolio_items: {
    owner: 'portfolio',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  caseload: {
    owner: 'advising',
    of: ['learner_id', 'advisor_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  past_assignments: {
    owner: 'advising',
    of: ['learner_id', 'advisor_id'],
    mentions: ['ended_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  handovers: {
    owner: 'advising',
    of: ['learner_id', 'offered_by', 'offered_to'],
    exported: { because: 'What staff say to each other about a learner, until it is answered.' },
    erased: 'cascade',
  },
  staff_notes: {
    owner: 'advising',
    of: ['learner_id'],
    mentions: ['author_id'],
    exported: {
      because:
        'Staff notes for staff. On request, the school provides them through a member of staff, who leaves out what is about others.',
    },
    erased: 'cascade',
  },
  learner_groups: {
    owner: 'advising',
    of: ['advisor_id'],
    exported: true,
    erased: 'cascade',
  },
  learner_group_members: {
    owner: 'advising',
    of: ['learner_id'],
    exported: {
      because:
        'How an advisor sorts learners, in names for staff. What a learner receives through a group is exported with the plan and the messages.',
    },
    erased: 'cascade',
  },
  announcements: {
    owner: 'advising',
    of: ['author_id'],
    exported: true,
    erased: 'cascade',
  },
  announcement_recipients: {
    owner: 'advising',
    of: ['person_id'],
    exported: { because: 'Each copy of an announcement is exported with the messages.' },
    erased: 'cascade',
  },
  credit_entries: {
    owner: 'credits',
    of: ['learner_id'],
    mentions: ['recorded_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  outside_work: {
    owner: 'outside-work',
    of: ['learner_id'],
    mentions: ['asked_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  course_grades: {
    owner: 'transcript',
    of: ['learner_id'],
    mentions: ['recorded_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  issued_transcripts: {
    owner: 'transcript',
    of: ['learner_id'],
    mentions: ['issued_by', 'revoked_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  transcript_shares: {
    owner: 'transcript',
    of: ['learner_id'],
    exported: true,
    erased: 'cascade',
  },
  planned_quests: {
    owner: 'plan',
    of: ['learner_id'],
    mentions: ['added_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  plan_proposals: {
    owner: 'plan',
    of: ['learner_id'],
    mentions: ['proposed_by', 'decided_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  calendar_events: {
    owner: 'calendar',
    of: ['owner_id', 'learner_id'],
    removed: 'removed_at',
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  calendar_feeds: {
    owner: 'calendar',
    of: ['owner_id', 'learner_id'],
    secret: ['secret_hash'],
    exported: true,
    erased: 'cascade',
  },
  plan_breaks: {
    owner: 'plan',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  tutor_settings: {
    owner: 'tutor',
    of: ['learner_id'],
    mentions: ['set_by'],
    exported: true,
    opens: 'tutor',
    erased: 'cascade',
  },
  tutor_conversations: {
    owner: 'tutor',
    of: ['learner_id'],
    orderedBy: 'id',
    exported: true,
    opens: 'tutor',
    erased: 'cascade',
  },
  tutor_messages: {
    owner: 'tutor',
    of: ['learner_id'],
    exported: true,
    opens: 'tutor',
    erased: 'cascade',
  },
  safety_reports: {
    owner: 'safety',
    of: ['learner_id'],
    mentions: ['released_by', 'reported_by', 'seen_by'],
    exported: {
      because:
        'Reports about a child’s safety, which may mention others and the family. On request, the school provides them through a member of staff. What the child wrote is exported with the conversations.',
    },
    erased: 'cascade',
  },
  conversations: {
    owner: 'messages',
    of: ['first_id', 'second_id'],
    mentions: ['created_by'],
    // Would reveal how many messages families cannot see, and that there are any.
    secret: ['last_number', 'held_back_from', 'announced_only'],
    orderedBy: 'id',
    exported: true,
    opens: 'messages',
    erased: 'set null',
  },
  conversation_members: {
    owner: 'messages',
    of: ['user_id'],
    // Would reveal that there was a report.
    secret: ['told_withheld', 'held_back_from'],
    orderedBy: 'conversation_id',
    exported: true,
    opens: 'messages',
    erased: 'cascade',
  },
  messages: {
    owner: 'messages',
    of: ['author_id'],
    // Would reveal who has blocked the author, and what screening looks for.
    secret: ['hidden_from', 'lures'],
    exported: true,
    opens: 'messages',
    erased: 'cascade',
  },
  quiet_hours: { owner: 'messages', of: ['user_id'], exported: true, erased: 'cascade' },
  signals: {
    owner: 'platform',
    of: ['user_id'],
    exported: {
      because: 'Numbers that record for an hour that something has changed, but not what.',
    },
    erased: 'cascade',
  },
  learner_revisions: {
    owner: 'learners',
    of: ['learner_id'],
    exported: { because: 'A number that records that something has changed, but not what.' },
    erased: 'cascade',
  },
  portfolio_links: { owner: 'portfolio', of: ['learner_id'], exported: true, erased: 'cascade' },
  credentials: {
    owner: 'credentials',
    of: ['learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  diplomas: {
    owner: 'diploma',
    of: ['learner_id'],
    mentions: ['issued_by', 'revoked_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  consultation_hosts: {
    owner: 'consultations',
    of: ['host_id'],
    exported: true,
    erased: 'cascade',
  },
  consultations: {
    owner: 'consultations',
    of: ['email'],
    by: 'email',
    mentions: ['host_id'],
    exported: true,
    erased: 'deleted',
  },
  agreements: {
    owner: 'academy',
    of: ['learner_id'],
    mentions: ['recorded_by', 'signed_by', 'countersigned_by', 'ended_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  audit_log: {
    owner: 'platform',
    of: ['subject_id'],
    mentions: ['actor_id'],
    about: { address: 'actor_id' },
    exported: true,
    erased: 'blanked',
  },
  invitations: {
    owner: 'invitations',
    of: ['email'],
    by: 'email',
    mentions: ['invited_by'],
    secret: ['token_hash'],
    exported: true,
    erased: 'deleted',
  },
  idempotency_keys: {
    owner: 'platform',
    of: ['scope'],
    exported: { because: 'Copies of replies whose content is in other tables, kept for retries.' },
    erased: 'deleted',
  },
  mailbox: {
    owner: 'platform',
    of: ['recipient'],
    by: 'email',
    exported: { because: 'Emails with one-time links, only where no mail server is configured.' },
    erased: 'deleted',
  },
  rate_limits: {
    owner: 'platform',
    of: ['key'],
    exported: { because: 'Counters that are deleted within the hour.' },
    erased: 'expires',
  },
} as const satisfies Record<string, PersonalData>

/** Tables without personal data, and their owners. */
export const IMPERSONAL = {
  agreement_scans: 'academy',
  agreement_texts: 'academy',
  badge_versions: 'badges',
  catalog_version: 'catalog',
  diploma_plans: 'credits',
  // Links files of a learner to their earlier work.
  earlier_files: 'earlier-work',
  issuer_keys: 'credentials',
  job_starts: 'platform',
  message_files: 'messages',
  migrations: 'platform',
  policy_changes: 'site',
  quest_groups: 'connections',
  quest_prerequisites: 'quests',
  quest_versions: 'quests',
  replica_marks: 'platform',
  revocations: 'credentials',
  safety_report_messages: 'safety',
  settings: 'site',
  site_logo: 'admin',
  status_checks: 'status',
  status_incidents: 'status',
  roster_columns: 'rosters',
  // Numbers that an admin sets.
  roster_limits: 'rosters',
  roster_files: 'rosters',
  payment_events: 'subscription',
  // Rows of an uploaded file about people without an account, until it is applied, or deleted after a week.
  roster_staged: 'rosters',
  // Problems of rows: deleted with the file, or 90 days after it was applied.
  roster_problems: 'rosters',
} as const satisfies Record<string, string>
