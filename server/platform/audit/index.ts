import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'

/** Audit actions, in the past tense. */
export const AUDIT_ACTIONS = [
  'signed_in',
  /** An admin acts as another person. */
  'signed_in_as',
  'stopped_acting',
  'sign_in_refused',
  'refresh_token_reused',
  'password_changed',
  /** By a school's roster. */
  'address_changed',
  'account_closed',
  'account_restored',
  'account_stopped',
  'account_opened',
  'account_erased',
  'earlier_work_brought',
  'earlier_work_removed',
  'site_set_up',
  'made_admin',
  'role_changed',
  'person_suspended',
  'suspension_lifted',
  'licence_recorded',
  'birthday_corrected',
  'password_link_sent',
  'sessions_ended',
  'site_changed',
  'diploma_plan_changed',
  'job_retried',
  'job_cancelled',
  'mail_tested',
  'legal_texts_reviewed',
  'invited',
  'invited_again',
  'invitation_withdrawn',
  'invitation_accepted',
  'consent_given',
  'consent_withdrawn',
  'consent_form_made',
  'consent_form_sent',
  'consent_form_refused',
  'guardian_invited',
  'guardian_invitation_withdrawn',
  'guardian_linked',
  'guardian_ended',
  'guardian_kept',
  'guardian_overridden',
  'pairing_code_made',
  /** Another person read a learner's data: the disclosure log. */
  'learner_read',
  /** A signed-in person named a learner without access to them. */
  'learner_refused',
  'work_accepted',
  'work_returned',
  'decision_undone',
  'acceptance_taken_back',
  'quest_published',
  'quest_archived',
  'quest_written',
  'badge_published',
  'badge_archived',
  'badge_awarded',
  'credit_recorded',
  'credit_reversed',
  'witness_asked',
  'outside_work_declined',
  'grade_recorded',
  'transcript_issued',
  'transcript_revoked',
  'transcript_shared',
  'transcript_share_ended',
  'diploma_issued',
  'diploma_revoked',
  'plan_changed',
  'plan_proposal_decided',
  'meeting_arranged',
  'meeting_changed',
  'meeting_removed',
  'availability_changed',
  'consultation_settled',
  'consultation_cancelled',
  'family_invited',
  'agreement_drafted',
  'agreement_changed',
  'agreement_scheduled',
  'agreement_signed',
  'agreement_countersigned',
  'agreement_voided',
  'note_written',
  'note_changed',
  'advisor_assigned',
  'handover_offered',
  'handover_withdrawn',
  'handover_declined',
  /** An advisor has written to a group. */
  'announced',
  'connection_decided',
  'connection_ended',
  'person_reported',
  'person_report_closed',
  'tutor_set',
  'young_screen_set',
  'safety_report_changed',
  'safety_report_released',
  'safeguard_named',
  'roster_brought',
  'roster_applied',
  'roster_canceled',
  'roster_discarded',
  'roster_invited',
  'roster_undone',
  'roster_asked_again',
  'roster_limits_changed',
  'data_exported',
  'tier_changed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_refused',
  'second_factor_lifted',
  'child_created',
  'guardian_asked',
  'card_made',
  'card_ended',
  'password_link_made',
  'address_offered',
  'address_added',
  'second_factor_required',
  'recovery_codes_made',
  'recovery_code_used',
  'school_account_linked',
  'school_account_unlinked',
  'school_sign_in_refused',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

type AuditEntry = {
  /** The actor; null for an anonymous visitor or the program itself. */
  actorId?: string | null
  /** The affected person or owner of the affected data. */
  subjectId: string | null
  action: AuditAction
  /** IP address, if the entry comes from a request. */
  address: string | null
  detail?: Record<string, unknown>
}

/** Appends to the log of sign-ins, refusals and staff or guardian access. */
export const recordAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId ?? null,
      subject_id: entry.subjectId,
      action: entry.action,
      address: entry.address,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}

/** Appends the program's own entry about each of many people. @param people a query with user_id */
export const recordAuditOfMany = async (
  db: Db,
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
  people: RawBuilder<unknown>,
): Promise<void> => {
  await sql`
    insert into audit_log (subject_id, action, detail)
    select user_id, ${action}, ${JSON.stringify(detail ?? {})}::jsonb from (${people}) as person
  `.execute(db)
}

/**
 * Adds an entry unless the same actor, subject and action have one within the past hour whose details contain `same`. Returns the
 * milliseconds until the next entry would be added.
 */
export const recordHourly = async (
  db: Db,
  { actorId, subjectId, action, address, detail }: AuditEntry,
  same: Record<string, string>,
): Promise<number> => {
  const { left } = await db
    .with('known', (db) =>
      db
        .selectFrom('audit_log')
        .select('created_at')
        .where('actor_id', '=', actorId ?? null)
        .where('subject_id', '=', subjectId)
        .where('action', '=', action)
        .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
        .where((where) => where('detail', '@>', JSON.stringify(same)))
        .limit(1),
    )
    .with('added', (db) =>
      db
        .insertInto('audit_log')
        .columns(['actor_id', 'subject_id', 'action', 'address', 'detail'])
        .expression(
          db
            .selectNoFrom(({ cast, val }) => [
              cast<string>(val(actorId ?? null), 'uuid').as('actor_id'),
              cast<string>(val(subjectId), 'uuid').as('subject_id'),
              val<string>(action).as('action'),
              val(address).as('address'),
              cast<string>(val(JSON.stringify(detail ?? {})), 'jsonb').as('detail'),
            ])
            .where(({ exists, not, selectFrom }) =>
              not(exists(selectFrom('known').select('created_at'))),
            ),
        ),
    )
    .selectNoFrom(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('known').select(
            sql<number>`extract(epoch from created_at + interval '1 hour' - now())::float8`.as('s'),
          ),
          sql<number>`3600::float8`,
        )
        .as('left'),
    )
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.floor(left * 1000))
}

/** `recordHourly` about many people at once. */
export const recordHourlyOfMany = async (
  db: Db,
  { actorId, action, address, detail }: Omit<AuditEntry, 'subjectId'>,
  subjectIds: readonly string[],
  same: Record<string, string>,
): Promise<void> => {
  await sql`
    insert into audit_log (actor_id, subject_id, action, address, detail)
    select ${actorId ?? null}::uuid, person.id, ${action}, ${address}, ${JSON.stringify(detail ?? {})}::jsonb
    from unnest(${subjectIds}::uuid[]) as person (id)
    where not exists (
      select from audit_log as known
      where known.actor_id = ${actorId ?? null}::uuid and known.subject_id = person.id and known.action = ${action}
        and known.created_at > now() - interval '1 hour' and known.detail @> ${JSON.stringify(same)}::jsonb)
  `.execute(db)
}

/** Deletes details and addresses of all entries about or by a person; ids and actions remain. */
export const eraseAuditDetails = (db: Db, personId: string) =>
  db
    .updateTable('audit_log')
    .set({ address: null, detail: '{}' })
    .where((where) =>
      where.or([where('subject_id', '=', personId), where('actor_id', '=', personId)]),
    )
    .execute()
