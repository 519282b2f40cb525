import * as z from 'zod/mini'

import { DiplomaSnapshot } from '#contract/diploma'
import { creditsFor } from '#features/credits'
import { lockLearner } from '#features/learners'
import { nextNumber, revokeRecord, reserveCredential, signerOf } from '#features/records'
import { findOffers, siteNameOf } from '#features/site'
import { type Db, violatedConstraint } from '#platform/database'
import { type Caller, conflict, forbidden, notFound } from '#platform/http'
import { isAcademy } from '#rules/membership'
import { progressOf } from '#rules/xp'

import {
  type DiplomaHolder,
  type DiplomaRow,
  findDiploma,
  findLearner,
  insertDiploma,
  listDiplomas,
} from './queries.ts'
import { missingInWords, readinessOf } from './readiness.ts'

type Signer = { id: string; name: string; role: string }

const TITLES = {
  certificate: 'Certificate of Learning',
  accredited: 'High School Diploma',
} satisfies Record<DiplomaSnapshot['kind'], string>

const wholeName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/** Creates a snapshot of a learner's record, and reserves its credential. `db` is a transaction. */
const make = async (
  db: Db,
  learner: DiplomaHolder,
  {
    kind,
    signer,
    waiver,
  }: {
    kind: DiplomaSnapshot['kind']
    signer: Signer | null
    waiver: string | null
  },
  now: Date,
): Promise<DiplomaRow> => {
  const title = TITLES[kind]
  const reservation = { title, learnerId: learner.id, now, expiresAt: undefined }
  const credential = await reserveCredential(db, 'diploma', reservation)
  const snapshot = z.parse(DiplomaSnapshot, {
    number: await nextNumber(db, 'diploma', now),
    verify_code: credential.code,
    kind,
    title,
    holder_name: wholeName(learner),
    school: siteNameOf(learner.site_name),
    issued_at: now.toISOString(),
    signer: signer && { name: signer.name, role: signer.role },
    rests_on: 'accepted_work',
    quests: learner.quests,
    xp: progressOf(learner.totals),
  })
  return insertDiploma(db, {
    learnerId: learner.id,
    credentialId: credential.id,
    issuedBy: signer?.id ?? null,
    waiver,
    snapshot,
  })
}

/**
 * True if a new certificate would contain quests that the newest one does not. If that one was revoked, work has to be accepted first, or
 * the name to change: otherwise the learner would get back what was revoked.
 */
export const hasNewContent = (learner: DiplomaHolder, diplomas: readonly DiplomaRow[]): boolean => {
  const newest = diplomas.find(({ snapshot }) => snapshot.kind === 'certificate')
  if (newest && newest.revoked_at !== null) {
    const isNamedAnew = newest.snapshot.holder_name !== wholeName(learner)
    const isAcceptedSince = (learner.accepted_at ?? '') > newest.revoked_at
    return learner.quests.length > 0 && (isNamedAnew || isAcceptedSince)
  }
  const told = new Set(newest?.snapshot.quests.map(({ title }) => title))
  return learner.quests.some(({ title }) => !told.has(title))
}

/** Issues the certificate of learning that a learner requests. `db` is a transaction. */
export const issueCertificate = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<DiplomaRow> => {
  await lockLearner(db, learnerId)
  const learner = await findLearner(db, learnerId)
  if (!learner) throw notFound()
  if (learner.quests_completed === 0) {
    throw conflict('Complete a quest first: the certificate lists completed quests.')
  }
  if (learner.quests.length === 0) {
    throw conflict('An advisor has to accept your work first: the certificate lists accepted work.')
  }
  if (!hasNewContent(learner, await listDiplomas(db, learnerId))) {
    throw conflict('Nothing has been accepted since your last certificate.')
  }
  return make(db, learner, { kind: 'certificate', signer: null, waiver: null }, now)
}

/** Returns the reason for issuing a diploma before every subject is met; null if no waiver is needed. */
const waiverFor = async (
  db: Db,
  caller: Pick<Caller, 'role'>,
  { learnerId, waiver }: { learnerId: string; waiver: string | undefined },
): Promise<string | null> => {
  const readiness = readinessOf(await creditsFor(db, learnerId))
  if (readiness.met) return null
  const missing = missingInWords(readiness)
  if (!waiver) throw conflict(`These credits are still missing: ${missing}.`)
  if (caller.role !== 'admin') throw forbidden('Only an admin can waive what is missing.')
  return waiver
}

/**
 * Issues the accredited diploma. The caller is authorized for this learner. `db` is a transaction.
 * @param given.waiver reason despite missing requirements: admins only
 */
export const issueDiploma = async (
  db: Db,
  caller: Pick<Caller, 'userId' | 'role'>,
  given: { learnerId: string; waiver: string | undefined },
  now: Date,
): Promise<DiplomaRow> => {
  const learner = await findLearner(db, given.learnerId)
  if (!learner) throw notFound()
  if (!isAcademy(learner.subscription_tier)) {
    throw conflict('The accredited diploma is for learners of the academy.')
  }
  if (!(await findOffers(db)).includes('accredited_diploma')) {
    throw conflict(
      'This school does not offer the accredited diploma. Admins set in the settings what it offers.',
    )
  }
  const waiver = await waiverFor(db, caller, given)
  const signer = { id: caller.userId, ...(await signerOf(db, caller)) }
  return make(db, learner, { kind: 'accredited', signer, waiver }, now).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'diplomas_one_accredited') throw error
    throw conflict('This learner already has the accredited diploma.')
  })
}

/** Revokes a diploma. `db` is a transaction. */
export const revokeDiploma = async (
  db: Db,
  by: { id: string; reason: string; byId: string },
  now: Date,
): Promise<DiplomaRow> => {
  await revokeRecord(db, 'diploma', by, now, (revocation) =>
    db
      .updateTable('diplomas')
      .set(revocation)
      .where('id', '=', by.id)
      .where('revoked_at', 'is', null)
      .returning('credential_id')
      .executeTakeFirst(),
  )
  const row = await findDiploma(db, { id: by.id })
  if (!row) throw notFound()
  return row
}
