import * as z from 'zod/mini'

import { DiplomaSnapshot } from '#contract/diploma'
import { recordAudit } from '#features/audit'
import { reserveCredentials, revokeCredentials } from '#features/credentials'
import { siteNameOf } from '#features/site'
import { violatedConstraint } from '#platform/database'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import type { Caller } from '#platform/http'
import { publicName } from '#rules/display-name'
import { progressOf } from '#rules/xp'

import {
  findLearner,
  insertDiploma,
  listDiplomas,
  lockLearner,
  nextNumber,
  rescind,
} from './queries.ts'
import type { Learner, Row } from './queries.ts'

type Signer = { id: string; name: string; role: string }

const TITLES = {
  certificate: 'Certificate of Learning',
  accredited: 'High School Diploma',
} satisfies Record<DiplomaSnapshot['kind'], string>

const wholeName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/** Writes down what is true of a learner now, and reserves what strangers can verify. `db` is a transaction. */
const make = async (
  db: Db,
  learner: Learner,
  { kind, signer }: { kind: DiplomaSnapshot['kind']; signer: Signer | null },
  now: Date,
): Promise<Row> => {
  const [credential] = await reserveCredentials(db, [
    { kind: 'diploma', learnerId: learner.id, now },
  ])
  if (!credential) throw new Error('no credential was reserved')
  const holder_name = wholeName(learner)
  const snapshot = z.parse(DiplomaSnapshot, {
    number: await nextNumber(db, now),
    verify_code: credential.code,
    kind,
    title: TITLES[kind],
    holder_name,
    public_name:
      kind === 'accredited' ? holder_name : publicName(learner, now.toISOString().slice(0, 10)),
    school: siteNameOf(learner.site_name),
    issued_at: now.toISOString(),
    signer: signer && { name: signer.name, role: signer.role },
    quests: learner.quests,
    xp: progressOf(learner.totals),
  })
  return insertDiploma(db, {
    learnerId: learner.id,
    credentialId: credential.id,
    issuedBy: signer?.id ?? null,
    snapshot,
  })
}

/** Whether a certificate now would say something that the newest one does not: it stands for quests, not for days. */
export const hasNews = (learner: Learner, diplomas: readonly Row[]): boolean => {
  const newest = diplomas.find(
    ({ snapshot, rescinded_at }) => snapshot.kind === 'certificate' && rescinded_at === null,
  )
  const told = new Set(newest?.snapshot.quests.map(({ title }) => title))
  return learner.quests.some(({ title }) => !told.has(title))
}

/** Makes the certificate of learning that a learner asks for. `db` is a transaction. */
export const takeOutCertificate = async (db: Db, learnerId: string, now: Date): Promise<Row> => {
  await lockLearner(db, learnerId)
  const learner = await findLearner(db, learnerId)
  if (!learner) throw notFound()
  if (learner.quests.length === 0)
    throw conflict('Complete a quest first: the certificate is about it.')
  if (!hasNews(learner, await listDiplomas(db, learnerId))) {
    throw conflict('You have a certificate of everything that you have completed.')
  }
  return make(db, learner, { kind: 'certificate', signer: null }, now)
}

const ROLE_NAMES: Partial<Record<Caller['role'], string>> = {
  advisor: 'Advisor',
  educator: 'Educator',
  admin: 'Administrator',
}

/** Issues the accredited diploma to a learner whom the caller may issue it to. `db` is a transaction. */
export const issueDiploma = async (
  db: Db,
  caller: Pick<Caller, 'userId' | 'role'>,
  learnerId: string,
  now: Date,
): Promise<Row> => {
  const learner = await findLearner(db, learnerId)
  if (!learner) throw notFound()
  if (learner.subscription_tier !== 'enterprise') {
    throw conflict('The accredited diploma is for learners of the academy.')
  }
  const staff = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const signer = {
    id: caller.userId,
    name: wholeName(staff),
    role: ROLE_NAMES[caller.role] ?? 'Staff',
  }
  const row = await make(db, learner, { kind: 'accredited', signer }, now).catch(
    (error: unknown) => {
      if (violatedConstraint(error) !== 'diplomas_one_accredited') throw error
      throw conflict('This learner has the accredited diploma already.')
    },
  )
  await log(db, caller, row, 'diploma_issued')
  return row
}

/** Takes a diploma back: whoever verifies it hears so, and why. `db` is a transaction. */
export const rescindDiploma = async (
  db: Db,
  caller: Pick<Caller, 'userId'>,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<Row> => {
  const row = await rescind(db, id, { reason, byId: caller.userId }, now)
  if (!row) throw conflict('This diploma is rescinded already.')
  await revokeCredentials(db, [row.credential_id], reason, now)
  await log(db, caller, row, 'diploma_rescinded')
  return row
}

const log = (db: Db, { userId }: Pick<Caller, 'userId'>, row: Row, action: string) =>
  recordAudit(db, {
    actorId: userId,
    subjectId: row.learner_id,
    action,
    address: null,
    detail: { number: row.snapshot.number },
  })
