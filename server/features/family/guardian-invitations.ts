import { sql } from 'kysely'
import type * as z from 'zod/mini'

import { GUARDIAN_INVITATION_DAYS, MAX_GUARDIANS, type NewGuardian } from '#contract/guardians'
import { findSettings } from '#features/site'
import type { Db } from '#platform/database'
import { conflict, forbidden, invalid, notFound, type Parts } from '#platform/http'
import { discardJobsAbout } from '#platform/jobs'
import { hashOf, newToken } from '#platform/one-time-token'
import type { GuardianScope } from '#rules/access'
import { isHarmlessName } from '#rules/messages'
import { mailboxOf } from '#rules/text/mailbox'

import { guardianInvitationEmail } from './emails.ts'
import { canGrant, requireGrantable } from './grants.ts'
import { linkGuardian } from './links.ts'
import { lockPerson } from './lock-person.ts'
import { notifyOfNewGuardian } from './new-guardian.ts'

const STALE = 'This invitation has expired, was withdrawn or was already accepted.'
const LIFETIME_MS = GUARDIAN_INVITATION_DAYS * 24 * 3_600_000

const invitations = (db: Db, now: Date) =>
  db
    .selectFrom('guardian_invitations as invitation')
    .innerJoin('accounts as learner', 'learner.id', 'invitation.learner_id')
    .leftJoin('accounts as inviter', 'inviter.id', 'invitation.invited_by')
    .select(({ eb }) => [
      'invitation.id',
      'invitation.learner_id',
      'learner.first_name as learner_first_name',
      'invitation.email',
      'invitation.relation',
      'invitation.scopes',
      'inviter.first_name as invited_by',
      'invitation.invited_by as inviter_id',
      // An admin who is also a guardian of the learner, or was one, invites as a relative: what was ended stays so.
      eb
        .and([
          eb('inviter.role', '=', 'admin'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('guardian_links as own')
                .select('own.id')
                .whereRef('own.learner_id', '=', 'learner.id')
                .where(sql<boolean>`mailbox_of(own.guardian_email) = mailbox_of(inviter.email)`),
            ),
          ),
        ])
        .as('by_admin'),
      'invitation.expires_at',
    ])
    .$narrowType<{ scopes: GuardianScope[] }>()
    .where('invitation.expires_at', '>', now.toISOString())
    .where('learner.status', '=', 'active')
    .orderBy('invitation.created_at')

/** @param giverId limits the list to this person's invitations */
export const listGuardianInvitations = (db: Db, learnerId: string, now: Date, giverId?: string) =>
  invitations(db, now)
    .where('invitation.learner_id', '=', learnerId)
    .$if(giverId !== undefined, (query) => query.where('invitation.invited_by', '=', giverId!))
    .execute()

/** @throws notFound for an unknown, used or expired link */
export const showGuardianInvitation = async (db: Db, token: string, now: Date) => {
  const invitation = await invitations(db, now)
    .where('invitation.token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!invitation) throw notFound(STALE)
  return invitation
}

/**
 * Emails an adult an invitation to become a guardian, in the caller's transaction. A repeated invitation sends a new link and
 * revokes the previous one.
 * @param by.seesAll the inviter may see all guardians of the learner, and so learns that the address belongs to one
 * @throws forbidden for scopes that the inviter does not have; conflict if the learner has the maximum number of guardians, the
 * inviter may know that the address is already one, or another person has invited it
 */
export const inviteGuardian = async (
  parts: Parts,
  db: Db,
  { learnerId, invitedBy, seesAll }: { learnerId: string; invitedBy: string; seesAll: boolean },
  { email, relation = '', scopes }: z.output<typeof NewGuardian>,
) => {
  requireHarmlessRelation(relation)
  const now = parts.clock()
  const learner = await lockPerson(db, learnerId)
  if (learner.email !== null && mailboxOf(learner.email) === mailboxOf(email)) {
    const own = 'This is the learner’s own address.'
    throw conflict(own, { email: own })
  }
  await requireGrantable(db, { giverId: invitedBy, learnerId }, scopes, now)
  const inviter = invitedBy === learnerId ? learner : await lockPerson(db, invitedBy)
  await rejectWhenFull(db, learnerId, email, now)
  if (seesAll || email === inviter.email) await rejectGuardian(db, learnerId, email)
  const known = await listGuardianInvitations(db, learnerId, now)
  if (known.some((each) => each.email === email && each.inviter_id !== invitedBy)) {
    const taken = 'Someone else has already invited this address.'
    throw conflict(taken, { email: taken })
  }
  const token = newToken()
  const stored = {
    relation,
    scopes,
    token_hash: hashOf(token),
    invited_by: invitedBy,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  }
  const { id } = await db
    .insertInto('guardian_invitations')
    .values({ ...stored, learner_id: learnerId, email })
    .onConflict((conflict) => conflict.columns(['learner_id', 'email']).doUpdateSet(stored))
    .returning('id')
    .executeTakeFirstOrThrow()
  await discardJobsAbout(db, id)
  const { site_name: siteName } = await findSettings({ ...parts, db })
  const names = { learner: learner.first_name, inviter: inviter.first_name }
  const site = { siteName, publicUrl: parts.config.publicUrl }
  await parts.mail.send(db, guardianInvitationEmail({ id, learnerId, email }, site, names, token))
  const [invitation] = await invitations(db, now).where('invitation.id', '=', id).execute()
  return invitation!
}

/**
 * Withdraws an invitation and its unsent email.
 * @param giverId limits it to this person's invitations
 * @throws notFound if it does not exist
 */
export const withdrawGuardianInvitation = async (
  db: Db,
  { learnerId, id, giverId }: { learnerId: string; id: string; giverId?: string | undefined },
): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('guardian_invitations')
    .where('id', '=', id)
    .where('learner_id', '=', learnerId)
    .$if(giverId !== undefined, (query) => query.where('invited_by', '=', giverId!))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  await discardJobsAbout(db, id)
}

/** Withdraws what waits for a mailbox, by whomever: an older invitation does not undo an admin's override. */
export const withdrawInvitationsTo = async (
  db: Db,
  learnerId: string,
  email: string,
): Promise<void> => {
  const withdrawn = await db
    .deleteFrom('guardian_invitations')
    .where('learner_id', '=', learnerId)
    .where(sql<boolean>`mailbox_of(email) = mailbox_of(${email})`)
    .returning('id')
    .execute()
  for (const { id } of withdrawn) await discardJobsAbout(db, id)
}

/**
 * Consumes an invitation and creates its guardian link. Returns the learner's id.
 * @throws forbidden except for an adult's account that has confirmed the invited address
 */
export const acceptGuardianInvitation = async (
  parts: Parts,
  db: Db,
  { token, userId }: { token: string; userId: string },
): Promise<string> => {
  const now = parts.clock()
  const offer = await showGuardianInvitation(db, token, now)
  const { id, learner_id, email, relation, scopes, inviter_id: giverId } = offer
  const person = await db
    .selectFrom('adult_accounts')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .where('id', '<>', learner_id)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!person) {
    throw forbidden(
      'This invitation is for another address. Sign in with the account of the adult it was sent to.',
      'other_address',
    )
  }
  await lockPerson(db, learner_id)
  const { numDeletedRows } = await db
    .deleteFrom('guardian_invitations')
    .where('id', '=', id)
    // It may have been sent again meanwhile, with other scopes.
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound(STALE)
  if (!(await canGrant(db, { giverId, learnerId: learner_id }, scopes, now))) throw notFound(STALE)
  const name = `${person.first_name} ${person.last_name}`
  const isNew = await linkGuardian(db, {
    learnerId: learner_id,
    email,
    name,
    relation,
    scopes,
    origin: offer.by_admin ? 'admin' : 'invitation',
    now,
  })
  if (isNew) await notifyOfNewGuardian(parts, db, learner_id, { name, email })
  return learner_id
}

/** @throws invalid for a relation that is a message: the learner and the family read it */
export const requireHarmlessRelation = (relation: string): void => {
  if (isHarmlessName(relation)) return
  const message = 'Please say in a word or two what the adult is to the learner'
  throw invalid(message, { relation: message })
}

const listLinked = (db: Db, learnerId: string) =>
  db
    .selectFrom('guardian_links')
    .select('guardian_email as email')
    .where('learner_id', '=', learnerId)
    .where('ended_at', 'is', null)
    .execute()

/** @throws conflict if the address already belongs to a guardian of the learner */
export const rejectGuardian = async (db: Db, learnerId: string, email: string): Promise<void> => {
  const linked = await listLinked(db, learnerId)
  if (!linked.some((guardian) => guardian.email === email)) return
  const known = 'This address already belongs to a guardian.'
  throw conflict(known, { email: known })
}

/** @throws conflict if the learner has the maximum number of guardians */
export const rejectWhenFull = async (
  db: Db,
  learnerId: string,
  email: string,
  now: Date,
): Promise<void> => {
  const linked = await listLinked(db, learnerId)
  const invited = await listGuardianInvitations(db, learnerId, now)
  // Guardians count also if the address is theirs: otherwise a guess would find it.
  const others = [...linked, ...invited.filter((each) => each.email !== email)]
  if (new Set(others.map((each) => each.email)).size >= MAX_GUARDIANS) {
    throw conflict(`A learner can have up to ${MAX_GUARDIANS} guardians, including invitations.`)
  }
}
