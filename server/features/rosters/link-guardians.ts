import { sql } from 'kysely'

import { isGuardiansAddress } from '#features/advising'
import {
  answeredChildren,
  linkableGuardians,
  linkGuardiansOf,
  nameForOthers,
  notifyOfNewGuardian,
} from '#features/family'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

import { guardiansOf } from './guardians-of.ts'

/** A query for the guardians that an import names: learner_id (null before the account is created), email and name. */
const namedGuardians = (importId: string) => sql`
  select person.user_id as learner_id, guardian.email, min(guardian.name) as name
  from roster_decisions as person
  join ${guardiansOf(importId)} as guardian on guardian.of = person.sourced_id
  where person.import_id = ${importId} and person.outcome in ('create', 'join', 'change', 'same')
    and person.role = 'student' and mailbox_of(guardian.email) is distinct from mailbox_of(person.email)
  group by person.user_id, guardian.email`

/** A query for learners here already, by learner_id, whom the import would give a guardian that they do not have. */
export const newlyGuarded = (importId: string) => sql`
  select distinct learner_id from (${linkableGuardians(namedGuardians(importId))}) as guardian
  where learner_id is not null and not exists (
    -- Links follow a guardian whose address changes.
    select from roster_decisions as moving
    join accounts as adult on adult.id = moving.user_id
    where moving.import_id = ${importId} and moving.changes ? 'email' and moving.email = guardian.email
      and ${isGuardiansAddress(sql`guardian.learner_id`, sql`adult.email`)})`

/**
 * A guardian link becomes active once its adult has confirmed the address; see features/family. The families of learners who are here
 * already are told.
 */
export const linkGuardians = async (
  parts: Pick<Parts, 'clock' | 'config' | 'jobs' | 'mail'>,
  db: Db,
  importId: string,
  at: string,
) => {
  const linked = await linkGuardiansOf(db, namedGuardians(importId), at)
  const learnerIds = linked.map(({ learner_id }) => learner_id)
  const inUse = await listInUse(db, learnerIds, at)
  for (const { learner_id, email, name } of linked) {
    const joined = { email, name: nameForOthers(name) }
    if (inUse.has(learner_id)) await notifyOfNewGuardian(parts, db, learner_id, joined)
  }
}

/**
 * Learners whose account they, or guardians of before, use: nobody else has been invited yet. Young children have no address, and a
 * guardian who answers by mail needs no account.
 */
const listInUse = async (db: Db, learnerIds: string[], at: string): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from accounts
    where id = any(${[...new Set(learnerIds)]}::uuid[]) and (
      email_verified_at is not null
      or id in ${answeredChildren}
      or exists (select from guardianships where learner_id = accounts.id and since <> ${at}::timestamptz))
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
