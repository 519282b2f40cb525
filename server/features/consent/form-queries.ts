import { sql } from 'kysely'

import type { ConsentForm, WaitingForm } from '#contract/consent'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import type { ConsentScope } from '#rules/consent'
import { groupRecordCode } from '#rules/text/record-code'

/** A guardian's pending form, else the one that was decided last. */
export const findNewestForm = async (
  db: Db,
  childId: string,
  email: string,
): Promise<ConsentForm | null> => {
  const row = await db
    .selectFrom('consent_forms')
    .select([
      'id',
      'code',
      'guardian_name',
      'scopes',
      'policy_version',
      'created_at',
      'sent_at',
      'outcome',
      'reason',
    ])
    .where('child_id', '=', childId)
    .where('guardian_email', '=', email)
    .orderBy('decided_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .$narrowType<{ scopes: ConsentScope[]; outcome: 'confirmed' | 'refused' | null }>()
    .executeTakeFirst()
  if (!row) return null
  const { outcome, sent_at, code, ...form } = row
  return { ...form, code: groupRecordCode(code), state: outcome ?? (sent_at ? 'sent' : 'open') }
}

/** A pending form, locked until the transaction ends. */
export const lockWaitingForm = (db: Db, childId: string, id: string) =>
  db
    .selectFrom('consent_forms')
    .selectAll()
    .where('id', '=', id)
    .where('child_id', '=', childId)
    .where('outcome', 'is', null)
    .forUpdate()
    .$narrowType<{ scopes: ConsentScope[] }>()
    .executeTakeFirst()

type Withdrawn = {
  childId: string
  guardian: { email: string }
  scopes: readonly ConsentScope[]
}

/** Ends a guardian's pending form for what they withdraw: staff who check it later would give it again. */
export const endWaitingForms = async (
  db: Db,
  { childId, guardian, scopes }: Withdrawn,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('consent_forms')
    .set({ outcome: 'refused', decided_at: now.toISOString(), reason: WITHDRAWN })
    .where('child_id', '=', childId)
    .where('guardian_email', '=', guardian.email)
    .where('outcome', 'is', null)
    // Without `use`, the account is closed.
    .$if(!scopes.includes('use'), (query) =>
      query.where(sql<boolean>`scopes && ${[...scopes]}::text[]`),
    )
    .execute()
}

const WITHDRAWN = 'You have withdrawn your consent since.'

type Forms = { readerId: string; isAdmin: boolean; offset: number; limit: number }

/**
 * Forms pending with staff: those with a scan first, then oldest first. Admins see those of all learners, except of their own
 * children: a form has another guardian's address.
 */
export const listWaitingForms = async (
  db: Db,
  { readerId, isAdmin, offset, limit }: Forms,
): Promise<WaitingForm[]> => {
  const rows = await db
    .selectFrom('consent_forms as form')
    .innerJoin('accounts as child', 'child.id', 'form.child_id')
    .leftJoin('files', 'files.id', 'form.file_id')
    .select([
      'form.id',
      'form.child_id as learner_id',
      nameOf('child').as('child_name'),
      'form.guardian_name',
      'form.guardian_email',
      'form.scopes',
      'form.policy_version',
      'form.created_at',
      'form.sent_at',
      'form.code',
      'form.file_id',
      'files.content_type',
    ])
    .where('form.outcome', 'is', null)
    .where('child.status', '=', 'active')
    .$if(!isAdmin, (query) =>
      query.where('child.id', 'in', (from) =>
        from.selectFrom('caseload').select('learner_id').where('advisor_id', '=', readerId),
      ),
    )
    .where('child.id', 'not in', (from) =>
      from.selectFrom('guardianships').select('learner_id').where('guardian_id', '=', readerId),
    )
    .orderBy('form.sent_at', (order) => order.asc().nullsLast())
    .orderBy('form.created_at')
    .orderBy('form.id')
    .offset(offset)
    .limit(limit)
    .$narrowType<{ scopes: ConsentScope[] }>()
    .execute()
  return rows.map(({ file_id, content_type, code, ...form }) => ({
    ...form,
    // Without a scan the code is hidden: the guardian must say it.
    code: file_id ? groupRecordCode(code) : null,
    file: file_id ? { file_id, content_type: content_type ?? '' } : null,
  }))
}
