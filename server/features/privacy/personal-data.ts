import type { GuardianScope } from '#rules/access'

/** How one table holds a person's data. */
export type PersonalData = {
  /** Columns that name the person whose row it is; `email` columns hold the address instead of the id. */
  of: readonly string[]
  by?: 'email'
  /** Columns that only mention another person, such as who decided. Erasing that person blanks them. */
  mentions?: readonly string[]
  /** Columns of `of` that are blanked when that person is erased: what they made for others stays. */
  outlived?: readonly string[]
  /** Columns with secrets, which no export holds. */
  secret?: readonly string[]
  /** Whether the person's export holds the rows; else why not. */
  exported: true | { because: string }
  /** Scope with which a guardian's export of a child holds the rows; without one, only the person's own export does. */
  opens?: GuardianScope
  /**
   * What becomes of the rows when the person is erased: the database removes them with the account (`cascade`) or blanks
   * the column (`set null`), or `eraseAccount` does it (`deleted`, `blanked`), or they go by themselves (`expires`).
   */
  erased: 'account' | 'cascade' | 'set null' | 'deleted' | 'blanked' | 'expires'
}

/** Every table with a person's data. A test compares this list with the database's own catalogue. */
export const PERSONAL_DATA = {
  users: {
    of: ['id'],
    secret: ['password_hash'],
    exported: true,
    opens: 'view',
    erased: 'account',
  },
  sessions: { of: ['user_id'], secret: ['seed'], exported: true, erased: 'cascade' },
  totp_factors: {
    of: ['user_id'],
    secret: ['sealed_secret', 'last_step'],
    exported: true,
    erased: 'cascade',
  },
  passkeys: {
    of: ['user_id'],
    secret: ['credential_id', 'public_key', 'sign_count'],
    exported: true,
    erased: 'cascade',
  },
  recovery_codes: { of: ['user_id'], secret: ['hash'], exported: true, erased: 'cascade' },
  school_accounts: { of: ['user_id'], exported: true, erased: 'cascade' },
  sign_in_steps: {
    of: ['user_id'],
    exported: { because: 'They last ten minutes, and say that somebody is signing in.' },
    erased: 'cascade',
  },
  payment_customers: { of: ['user_id'], exported: true, erased: 'cascade' },
  subscriptions: {
    of: ['user_id', 'payer_id'],
    outlived: ['payer_id'],
    exported: true,
    erased: 'cascade',
  },
  tier_grants: { of: ['user_id'], exported: true, erased: 'cascade' },
  mailed_tokens: { of: ['user_id'], secret: ['hash'], exported: true, erased: 'cascade' },
  consents: {
    of: ['child_id'],
    mentions: ['witness_id'],
    secret: ['code_hash'],
    exported: true,
    opens: 'consent',
    erased: 'cascade',
  },
  consent_forms: {
    of: ['child_id'],
    mentions: ['decided_by'],
    // Proves in a call that the guardian is speaking (features/consent).
    secret: ['code'],
    exported: true,
    opens: 'consent',
    erased: 'cascade',
  },
  policy_requests: { of: ['child_id'], exported: true, opens: 'consent', erased: 'cascade' },
  age_milestones: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  pairing_codes: {
    of: ['learner_id', 'made_by'],
    secret: ['hash'],
    exported: true,
    erased: 'cascade',
  },
  guardian_links: {
    of: ['learner_id'],
    mentions: ['ended_by'],
    exported: true,
    erased: 'cascade',
  },
  guardian_invitations: {
    of: ['learner_id'],
    mentions: ['invited_by'],
    secret: ['token_hash'],
    exported: true,
    erased: 'cascade',
  },
  guardian_visits: { of: ['guardian_id', 'learner_id'], exported: true, erased: 'cascade' },
  weekly_letters: { of: ['guardian_id'], exported: true, erased: 'cascade' },
  roster_imports: {
    of: ['made_by'],
    outlived: ['made_by'],
    exported: { because: 'A file of the school, which holds other people.' },
    erased: 'set null',
  },
  roster_decisions: {
    of: ['user_id'],
    exported: { because: 'What an import once made of a row; the row itself is in roster_rows.' },
    erased: 'cascade',
  },
  roster_people: { of: ['user_id'], exported: true, erased: 'set null' },
  roster_rows: { of: ['user_id'], exported: true, erased: 'cascade' },
  connections: {
    of: ['first_id', 'second_id'],
    exported: true,
    opens: 'messages',
    erased: 'cascade',
  },
  connection_requests: {
    of: ['sender_id'],
    // What the other side has done with it is theirs to tell.
    secret: ['recipient_allowed_at', 'accepted_at', 'declined_at', 'told'],
    exported: true,
    erased: 'cascade',
  },
  blocks: {
    of: ['blocker_id', 'blocked_id'],
    exported: { because: 'It would tell people who has blocked them.' },
    erased: 'cascade',
  },
  person_reports: {
    of: ['reporter_id'],
    mentions: ['reported_id', 'closed_by'],
    exported: {
      because:
        'What somebody has said to the staff about another. Whoever asks the school for it gets it from a person.',
    },
    erased: 'cascade',
  },
  notifications: {
    of: ['person_id', 'about_id'],
    exported: {
      because: 'Sentences that sum up what is in the other tables; some are about others.',
    },
    erased: 'cascade',
  },
  notification_choices: { of: ['person_id'], exported: true, erased: 'cascade' },
  push_subscriptions: {
    of: ['person_id'],
    secret: ['endpoint', 'p256dh', 'auth'],
    exported: true,
    erased: 'cascade',
  },
  digests: { of: ['person_id'], exported: true, erased: 'cascade' },
  quest_group_members: {
    of: ['member_id'],
    mentions: ['invited_by'],
    exported: true,
    erased: 'cascade',
  },
  files: { of: ['owner_id'], exported: true, erased: 'set null' },
  exports: { of: ['user_id', 'learner_id'], exported: true, erased: 'cascade' },
  earlier_work: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  quests: {
    of: ['learner_id', 'author_id'],
    outlived: ['author_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  quest_drafts: { of: ['author_id', 'learner_id'], exported: true, erased: 'cascade' },
  badges: { of: ['author_id'], exported: true, erased: 'set null' },
  tasks: { of: ['owner_id'], exported: true, opens: 'view', erased: 'cascade' },
  enrollments: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  drafts: { of: ['learner_id'], exported: true, erased: 'cascade' },
  added_evidence: {
    of: ['learner_id'],
    mentions: ['added_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  attempts: {
    of: ['learner_id'],
    mentions: ['submitter_id', 'decided_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  decisions: {
    of: ['learner_id'],
    mentions: ['decided_by', 'reopened_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  attempt_comments: {
    of: ['learner_id'],
    mentions: ['author_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  reviews: { of: ['advisor_id'], exported: true, erased: 'cascade' },
  review_claims: { of: ['advisor_id'], exported: true, erased: 'cascade' },
  saved_comments: { of: ['advisor_id'], exported: true, erased: 'cascade' },
  xp_entries: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  xp_totals: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  badge_awards: {
    of: ['learner_id'],
    mentions: ['awarded_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  badge_pursuits: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  portfolio_items: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  caseload: { of: ['learner_id', 'advisor_id'], exported: true, opens: 'view', erased: 'cascade' },
  past_assignments: {
    of: ['learner_id', 'advisor_id'],
    mentions: ['ended_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  handovers: {
    of: ['learner_id', 'offered_by', 'offered_to'],
    exported: { because: 'What staff say to each other about a learner, until it is answered.' },
    erased: 'cascade',
  },
  staff_notes: {
    of: ['learner_id'],
    mentions: ['author_id'],
    exported: {
      because:
        'Notes of staff for staff. Whoever asks the school for them gets them from a person, who leaves out what is about others.',
    },
    erased: 'cascade',
  },
  credit_entries: {
    of: ['learner_id'],
    mentions: ['recorded_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  course_grades: {
    of: ['learner_id'],
    mentions: ['recorded_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  issued_transcripts: {
    of: ['learner_id'],
    mentions: ['issued_by', 'revoked_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  transcript_shares: {
    of: ['learner_id'],
    exported: true,
    erased: 'cascade',
  },
  planned_quests: {
    of: ['learner_id'],
    mentions: ['added_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  plan_proposals: {
    of: ['learner_id'],
    mentions: ['proposed_by', 'decided_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  calendar_events: {
    of: ['owner_id', 'learner_id'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  calendar_feeds: {
    of: ['owner_id', 'learner_id'],
    secret: ['secret_hash'],
    exported: true,
    erased: 'cascade',
  },
  plan_breaks: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  tutor_settings: {
    of: ['learner_id'],
    mentions: ['set_by'],
    exported: true,
    opens: 'tutor',
    erased: 'cascade',
  },
  tutor_conversations: { of: ['learner_id'], exported: true, opens: 'tutor', erased: 'cascade' },
  tutor_messages: { of: ['learner_id'], exported: true, opens: 'tutor', erased: 'cascade' },
  safety_reports: {
    of: ['learner_id'],
    mentions: ['released_by', 'reported_by'],
    exported: {
      because:
        'Reports about a child’s safety, which may speak of others and of the family. Whoever asks the school for them gets them from a person. What the child wrote is exported with the conversations.',
    },
    erased: 'cascade',
  },
  conversations: {
    of: ['first_id', 'second_id'],
    mentions: ['created_by'],
    // How much is written that families do not see.
    secret: ['last_number', 'held_back_from'],
    exported: true,
    opens: 'messages',
    erased: 'set null',
  },
  conversation_members: { of: ['user_id'], exported: true, opens: 'messages', erased: 'cascade' },
  messages: { of: ['author_id'], exported: true, opens: 'messages', erased: 'cascade' },
  quiet_hours: { of: ['user_id'], exported: true, erased: 'cascade' },
  signals: {
    of: ['user_id'],
    exported: { because: 'Numbers that say for an hour that something has changed, not what.' },
    erased: 'cascade',
  },
  learner_revisions: {
    of: ['learner_id'],
    exported: { because: 'A number that says that something has changed, not what.' },
    erased: 'cascade',
  },
  portfolio_links: { of: ['learner_id'], exported: true, erased: 'cascade' },
  credentials: { of: ['learner_id'], exported: true, opens: 'view', erased: 'cascade' },
  diplomas: {
    of: ['learner_id'],
    mentions: ['issued_by', 'revoked_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  consultation_hosts: { of: ['host_id'], exported: true, erased: 'cascade' },
  consultations: {
    of: ['email'],
    by: 'email',
    mentions: ['host_id'],
    exported: true,
    erased: 'deleted',
  },
  agreements: {
    of: ['learner_id'],
    mentions: ['recorded_by', 'signed_by', 'countersigned_by', 'ended_by'],
    exported: true,
    opens: 'view',
    erased: 'cascade',
  },
  audit_log: { of: ['subject_id'], mentions: ['actor_id'], exported: true, erased: 'blanked' },
  invitations: {
    of: ['email'],
    by: 'email',
    mentions: ['invited_by'],
    secret: ['token_hash'],
    exported: true,
    erased: 'deleted',
  },
  idempotency_keys: {
    of: ['scope'],
    exported: { because: 'Copies of replies that are in the other tables, kept for retries.' },
    erased: 'deleted',
  },
  mailbox: {
    of: ['recipient'],
    by: 'email',
    exported: { because: 'Emails with one-time links, only where no mail server is configured.' },
    erased: 'deleted',
  },
  rate_limits: {
    of: ['key'],
    exported: { because: 'Counters that are gone within the hour.' },
    erased: 'expires',
  },
} as const satisfies Record<string, PersonalData>

/** Tables that hold nothing about a person. */
export const IMPERSONAL = [
  'agreement_scans',
  'agreement_texts',
  'badge_versions',
  'catalog_version',
  'diploma_plans',
  // Which file of a learner belongs to which earlier work.
  'earlier_files',
  'issuer_keys',
  'job_starts',
  'message_files',
  'migrations',
  'policy_changes',
  'quest_groups',
  'quest_prerequisites',
  'quest_versions',
  'replica_marks',
  'revocations',
  'safety_report_messages',
  'settings',
  'site_logo',
  'roster_columns',
  'roster_files',
  'payment_events',
  // Rows of a file about people without an account, until it is applied, or forgotten after a week.
  'roster_staged',
  // What is wrong with rows: forgotten with the file, or 90 days after it was applied.
  'roster_problems',
] as const
