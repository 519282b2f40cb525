import type * as z from 'zod/mini'

import type { Appointment, Signing } from '#contract/academy'
import { paths } from '#contract/paths'
import { newestPlan } from '#features/credits'
import { attachFiles, transferFiles } from '#features/files'
import { notifyPerson } from '#features/notifications'
import { setTier } from '#features/subscription'
import { type Db, violatedConstraint } from '#platform/database'
import { conflict, forbidden, invalid, notFound } from '#platform/http'
import { fullYears } from '#rules/age'
import {
  type AgreementState,
  isUnsigned,
  canTransition,
  missingSigners,
  type Signer,
  type SignerRole,
} from '#rules/agreements'
import { localTime } from '#rules/local-time'

import {
  findActiveAgreement,
  insertAgreement,
  lockAgreement,
  type StoredAgreement,
  updateAgreement,
} from './queries.ts'
import { storeAgreementText } from './text.ts'

// Changes that staff record on an agreement. `db` is always a transaction.

type AgreementRef = { learnerId: string; id: string }
type By = { userId: string; address: string; now: Date }

/** @throws conflict while another agreement is in progress */
export const draftAgreement = async (
  db: Db,
  learnerId: string,
  appointment: z.output<typeof Appointment>,
  { userId, now }: By,
): Promise<StoredAgreement> => {
  await storeAgreementText(db, now)
  const agreement = { learner_id: learnerId, ...asScheduled(appointment), recorded_by: userId }
  const id = await insertAgreement(db, agreement, now).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'agreements_one_open') throw error
    throw conflict('An agreement is already in progress.')
  })
  return found(db, { learnerId, id })
}

/** Voids a signed agreement when it is changed and starts a new one, which needs new signatures. */
export const changeAgreement = async (
  db: Db,
  which: AgreementRef,
  appointment: z.output<typeof Appointment>,
  by: By,
): Promise<StoredAgreement> => {
  const agreement = await found(db, which)
  if (isUnsigned(agreement.state)) {
    await updateAgreement(db, which.id, asScheduled(appointment), by.now)
    return found(db, which)
  }
  await voidAgreement(db, which, 'The agreement was changed after it had been signed.', by)
  return draftAgreement(db, which.learnerId, appointment, by)
}

const asScheduled = ({ scheduled_at, place = '' }: z.output<typeof Appointment>) => {
  const state: AgreementState = scheduled_at !== null && place !== '' ? 'scheduled' : 'draft'
  return { scheduled_at, place, state } as const
}

const NEEDED: Record<SignerRole, string> = {
  learner: 'the learner',
  guardian: 'a parent or guardian, because the learner is under 18',
  school: 'the academy',
}

export const signAgreement = async (
  db: Db,
  which: AgreementRef,
  { signed_on, place, signers, file_ids }: z.output<typeof Signing>,
  { userId, now }: By,
): Promise<StoredAgreement> => {
  const agreement = await found(db, which)
  requireNext(agreement, 'signed')
  // Signers may be in a time zone ahead of the server's.
  if (signed_on > localTime(now, 'Pacific/Kiritimati').day) {
    const later = 'The signing date can’t be later than today.'
    throw invalid(later, { signed_on: later })
  }
  await requireSigners(db, which.learnerId, signers, signed_on)
  await attachScans(db, which, { userId, fileIds: [...new Set(file_ids)] })
  const signed = { signed_on, place, signers, signed_by: userId, plan_id: newestPlan }
  await updateAgreement(db, which.id, { ...signed, state: 'signed' }, now)
  return found(db, which)
}

const requireSigners = async (
  db: Db,
  learnerId: string,
  signers: readonly Signer[],
  day: string,
): Promise<void> => {
  const { date_of_birth } = await db
    .selectFrom('accounts')
    .select('date_of_birth')
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  const missing = missingSigners(
    signers,
    date_of_birth === null ? null : fullYears(date_of_birth, day),
  )
  if (missing.length === 0) return
  const message = `A signature is missing: of ${missing.map((role) => NEEDED[role]).join(', and of ')}.`
  throw invalid(message, { signers: message })
}

/** Scans belong to the learner: they are deleted with the learner's account and survive the staff member's. */
const attachScans = async (
  db: Db,
  { id: agreement_id, learnerId }: AgreementRef,
  { userId, fileIds }: { userId: string; fileIds: string[] },
): Promise<void> => {
  const files = await attachFiles(db, userId, fileIds)
  if (files.size < fileIds.length) throw invalid('This upload could not be found.')
  const isPaper = ({ content_type }: { content_type: string }) =>
    /^image\/|^application\/pdf$/.test(content_type)
  if (![...files.values()].every(isPaper)) {
    const message = 'Please add photos or PDFs of the signed agreement.'
    throw invalid(message, { file_ids: message })
  }
  await transferFiles(db, fileIds, { from: userId, to: learnerId })
  const rows = fileIds.map((file_id, position) => ({ agreement_id, file_id, position }))
  await db.insertInto('agreement_scans').values(rows).execute()
}

/**
 * Countersigns an agreement, which enrolls the learner in the academy. The person who recorded the signatures cannot countersign,
 * so no single person can enroll a learner.
 */
export const countersignAgreement = async (
  db: Db,
  which: AgreementRef,
  by: By,
): Promise<StoredAgreement> => {
  const agreement = await found(db, which)
  requireNext(agreement, 'countersigned')
  if (agreement.signed_by_id === by.userId) {
    throw forbidden('You recorded the signatures, so someone else has to countersign.')
  }
  // A birthday corrected since can ask for a guardian's signature.
  await requireSigners(
    db,
    which.learnerId,
    agreement.signers,
    agreement.signed_on ?? by.now.toISOString().slice(0, 10),
  )
  const at = by.now.toISOString()
  const before = await findActiveAgreement(db, which.learnerId)
  if (before) {
    const ended = { state: 'superseded', ended_by: by.userId, ended_at: at } as const
    await updateAgreement(db, before.id, ended, by.now)
  }
  const countersigned = { countersigned_by: by.userId, countersigned_at: at } as const
  await updateAgreement(db, which.id, { ...countersigned, state: 'countersigned' }, by.now)
  const tier = await setAcademy(db, which.learnerId, 'enterprise', by)
  if (tier !== 'enterprise') {
    throw conflict(`An admin has set the tier “${tier}” for this learner. Remove that first.`)
  }
  await tell(db, which, 'Welcome to the academy: your agreement is countersigned', by.now)
  return found(db, which)
}

/** Voiding an active agreement ends the learner's enrollment in the academy; everything earned remains. */
export const voidAgreement = async (
  db: Db,
  which: AgreementRef,
  reason: string,
  by: By,
): Promise<StoredAgreement> => {
  const { state } = await found(db, which)
  if (!canTransition(state, 'void')) throw conflict(`This agreement is already ${state}.`)
  const ended = {
    state: 'void',
    reason,
    ended_by: by.userId,
    ended_at: by.now.toISOString(),
  } as const
  await updateAgreement(db, which.id, ended, by.now)
  if (state === 'countersigned') {
    const tier = await setAcademy(db, which.learnerId, null, by)
    // A tier that an admin set for the academy ends with the agreement.
    if (tier === 'enterprise') {
      const { userId: actorId, address } = by
      const change = { userId: which.learnerId, source: 'admin' as const, tier: null }
      await setTier(db, { ...change, actorId, address })
    }
    await tell(db, which, 'Your academy agreement has ended', by.now)
  }
  return found(db, which)
}

const setAcademy = (
  db: Db,
  learnerId: string,
  tier: 'enterprise' | null,
  { userId, address }: By,
) => setTier(db, { userId: learnerId, source: 'agreement', tier, actorId: userId, address })

const tell = (db: Db, { learnerId, id }: AgreementRef, title: string, now: Date) =>
  notifyPerson(
    db,
    {
      personId: learnerId,
      category: 'achievements',
      title,
      path: paths.diploma,
      topic: `agreement ${id}`,
    },
    now,
  )

const requireNext = ({ state }: StoredAgreement, next: AgreementState) => {
  if (!canTransition(state, next)) throw conflict(`This agreement is ${state}.`)
}

const found = async (db: Db, which: AgreementRef): Promise<StoredAgreement> => {
  const agreement = await lockAgreement(db, which)
  if (!agreement) throw notFound()
  return agreement
}
