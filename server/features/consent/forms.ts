import { sql } from 'kysely'
import type * as z from 'zod/mini'

import { type ConsentCall, FORM_DAYS, type FormDecision } from '#contract/consent'
import { listLinkedAddresses, lockPerson } from '#features/family'
import { attachFiles, dropFiles, type FileRule } from '#features/files'
import { emailRecipient, LEGAL_VERSION } from '#features/site'
import { type Db, transaction, yearsBefore } from '#platform/database'
import { conflict, invalid, notFound, type Parts } from '#platform/http'
import { newCode } from '#platform/one-time-token'
import { CONSENT_AGE } from '#rules/age'
import type { ConsentMethod, ConsentScope } from '#rules/consent'
import { readRecordCode } from '#rules/text/record-code'

import { formRefusedEmail } from './emails.ts'
import { lockWaitingForm } from './form-queries.ts'
import { recordConsent } from './record-consent.ts'

const LETTERS = 8

/** Creates a guardian's form and replaces an earlier one that was not submitted. @throws conflict while one is being checked */
export const createForm = async (
  db: Db,
  childId: string,
  guardian: { email: string; name: string },
  { scopes, now }: { scopes: readonly ConsentScope[]; now: Date },
): Promise<string> => {
  await lockPerson(db, childId)
  const open = await db
    .deleteFrom('consent_forms')
    .where('child_id', '=', childId)
    .where('guardian_email', '=', guardian.email)
    .where('outcome', 'is', null)
    .returning('sent_at')
    .executeTakeFirst()
  if (open?.sent_at) throw conflict('Your signed form is being checked. Please wait for that.')
  const { id } = await db
    .insertInto('consent_forms')
    .values({
      child_id: childId,
      guardian_email: guardian.email,
      guardian_name: guardian.name,
      scopes: [...scopes],
      policy_version: LEGAL_VERSION,
      code: newCode(LETTERS),
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Submits the signed form, as an image or PDF uploaded by the guardian. */
export const sendForm = async (
  db: Db,
  {
    childId,
    formId,
    fileId,
    userId,
    email,
    now,
  }: {
    childId: string
    formId: string
    fileId: string
    userId: string
    email: string
    now: Date
  },
): Promise<void> => {
  const form = await lockWaitingForm(db, childId, formId)
  if (form?.guardian_email !== email) throw notFound()
  if (form.sent_at) throw conflict('Your signed form is being checked. Please wait for that.')
  const file = (await attachFiles(db, userId, [fileId])).get(fileId)
  if (!file) throw invalid('This upload could not be found.')
  if (!/^image\/|^application\/pdf$/.test(file.content_type)) {
    throw invalid('Please send a photo or PDF of the signed page.')
  }
  await db
    .updateTable('consent_forms')
    .set({ file_id: fileId, sent_at: now.toISOString() })
    .where('id', '=', formId)
    .execute()
}

/** Records a staff decision on a signed form. */
export const checkForm = async (
  parts: Parts,
  db: Db,
  { childId, formId, witnessId }: { childId: string; formId: string; witnessId: string },
  answer: z.output<typeof FormDecision>,
): Promise<void> => {
  const form = await lockWaitingForm(db, childId, formId)
  if (!form) throw notFound()
  if (!form.sent_at) throw conflict('This form has not been sent in yet.')
  const ended = { decided_at: parts.clock().toISOString(), decided_by: witnessId }
  if (answer.decision === 'confirmed') {
    await endForm(db, formId, { ...ended, outcome: 'confirmed', method: 'signed_form' })
    await witness(parts, db, form, { id: witnessId, method: 'signed_form' })
    return
  }
  const { reason } = answer
  await endForm(db, formId, { ...ended, outcome: 'refused', method: 'signed_form', reason })
  const linked = await listLinkedAddresses(db, childId)
  if (!linked.some(({ email }) => email === form.guardian_email)) return
  const guardian = { email: form.guardian_email, first_name: form.guardian_name }
  const child = await db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', childId)
    .executeTakeFirstOrThrow()
  const to = await emailRecipient({ ...parts, db }, guardian)
  await parts.mail.send(db, {
    ...formRefusedEmail(to, { id: childId, firstName: child.first_name }, reason),
    about: childId,
  })
}

/** Records a staff member's call in which the guardian gave the form's code. */
export const recordCall = async (
  parts: Parts,
  db: Db,
  { childId, formId, witnessId }: { childId: string; formId: string; witnessId: string },
  { code, held_at, held_how, spoke_with }: z.output<typeof ConsentCall>,
): Promise<void> => {
  const form = await lockWaitingForm(db, childId, formId)
  if (!form) throw notFound()
  if (readRecordCode(code, LETTERS) !== form.code) {
    const wrong = 'This code doesn’t match the form.'
    throw invalid(wrong, { code: wrong })
  }
  const now = parts.clock().toISOString()
  if (held_at > now) {
    const later = 'The call can’t be in the future.'
    throw invalid(later, { held_at: later })
  }
  await endForm(db, formId, {
    decided_at: now,
    decided_by: witnessId,
    outcome: 'confirmed',
    method: 'call',
    held_at,
    held_how,
    spoke_with,
  })
  await witness(parts, db, form, { id: witnessId, method: 'call' })
}

type Ending = {
  outcome: 'confirmed' | 'refused'
  method: 'signed_form' | 'call'
  decided_at: string
  decided_by: string
  reason?: string
  held_at?: string
  held_how?: string
  spoke_with?: string
}
const endForm = (db: Db, id: string, ending: Ending) =>
  db.updateTable('consent_forms').set(ending).where('id', '=', id).execute()

const witness = (
  parts: Parts,
  db: Db,
  form: NonNullable<Awaited<ReturnType<typeof lockWaitingForm>>>,
  by: { id: string; method: ConsentMethod },
) =>
  recordConsent(parts, db, {
    childId: form.child_id,
    guardian: { email: form.guardian_email, name: form.guardian_name },
    kind: 'given',
    scopes: form.scopes,
    method: by.method,
    witness: { id: by.id, formId: form.id, policyVersion: form.policy_version },
  })

/** A form's scan is readable by its owner and by staff who check it, for one of the siblings whom it may name. */
export const consentFormFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id }) => {
    if (!caller) return false
    const forms = await db
      .selectFrom('consent_forms')
      .select('child_id')
      .where('file_id', '=', id)
      .execute()
    for (const { child_id } of forms)
      if ((await learners.accessOf(caller, child_id)).may('witnessConsent')) return true
    return false
  }

/** Signed forms that name only this child. They are files of the guardians who signed them. */
export const listScansOfChild = (db: Db, childId: string) =>
  db
    .selectFrom('consent_forms as form')
    .innerJoin('files', 'files.id', 'form.file_id')
    .select(['files.id', 'files.owner_id'])
    .where('form.child_id', '=', childId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('consent_forms as other')
            .select('other.id')
            .whereRef('other.file_id', '=', 'form.file_id')
            .whereRef('other.child_id', '<>', 'form.child_id'),
        ),
      ),
    )
    .execute()

/**
 * Ends forms that nobody can confirm any more: those of learners who decide alone by now, and of guardians who no longer decide.
 * Nobody is told.
 */
const endIdleForms = async (db: Db, now: Date): Promise<void> => {
  const today = now.toISOString().slice(0, 10)
  await db
    .updateTable('consent_forms as form')
    .from('accounts as child')
    .set({ outcome: 'refused', decided_at: now.toISOString(), reason: IDLE })
    .whereRef('child.id', '=', 'form.child_id')
    .where('form.outcome', 'is', null)
    .where(({ and, eb, exists, not, or, selectFrom }) =>
      or([
        and([
          eb('child.status', '<>', 'pending_consent'),
          eb('child.date_of_birth', '<=', yearsBefore(today, CONSENT_AGE)),
        ]),
        not(
          exists(
            selectFrom('standing_links as link')
              .select('link.id')
              .whereRef('link.learner_id', '=', 'form.child_id')
              .whereRef('link.guardian_email', '=', 'form.guardian_email')
              .where(sql<boolean>`'consent' = any(link.scopes)`),
          ),
        ),
      ]),
    )
    .execute()
}

const IDLE = 'Your consent is no longer asked for.'

/**
 * Deletes the scans of forms that were checked, or ended, thirty days ago; the decisions remain. Ends forms that nobody can confirm
 * any more.
 */
export const deleteOldForms = ({ db, clock }: Parts): Promise<void> =>
  transaction(db, async (db) => {
    await endIdleForms(db, clock())
    const before = new Date(clock().getTime() - FORM_DAYS * 24 * 3_600_000).toISOString()
    const papers = await db
      .selectFrom('consent_forms')
      .innerJoin('files', 'files.id', 'consent_forms.file_id')
      .select(['consent_forms.id as form_id', 'files.id', 'files.owner_id'])
      .where('decided_at', '<', before)
      .execute()
    for (const { form_id, id, owner_id } of papers) {
      await db
        .updateTable('consent_forms')
        .set({ file_id: null })
        .where('id', '=', form_id)
        .execute()
      if (owner_id) await dropFiles(db, owner_id, [id])
    }
  })
