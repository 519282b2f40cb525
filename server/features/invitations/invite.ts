import type * as z from 'zod/mini'

import {
  type Acceptance,
  type Invitation,
  INVITATION_DAYS,
  type NewInvitation,
} from '#contract/invitations'
import { hashPassword, rejectGuessablePassword } from '#features/auth'
import { requireHarmlessName } from '#features/people'
import { findSettings } from '#features/site'
import { recordAudit } from '#platform/audit'
import type { Db } from '#platform/database'
import {
  type Audit,
  type Caller,
  conflict,
  invalid,
  notFound,
  type RunOnce,
  type Parts,
} from '#platform/http'
import { discardJobsAbout } from '#platform/jobs'

import { createConfirmedAccount } from './confirmed-account.ts'
import { invitationEmail } from './email.ts'
import {
  deleteInvitation,
  deleteOldInvitations,
  findByToken,
  findInvitation,
  insertLink,
  renewLink,
} from './queries.ts'

const STALE = 'This invitation has expired, was withdrawn or was already accepted.'
const HOURS = INVITATION_DAYS * 24

type By = { caller: Caller; once: RunOnce; audit: Audit }

/** Invites an address by email. @throws 409 for an address with a confirmed account or an open invitation */
export const invite = (
  parts: Parts,
  { caller, once, audit }: By,
  given: z.output<typeof NewInvitation>,
): Promise<Invitation> =>
  once(async (db) => {
    if (await hasAccount(db, given.email))
      throw taken('There is already an account with this address.')
    const link = await insertLink(
      db,
      {
        kind: 'invitation',
        email: given.email,
        role: given.role,
        first_name: given.first_name ?? '',
        last_name: given.last_name ?? '',
        invited_by: caller.userId,
      },
      { now: parts.clock(), hours: HOURS },
    )
    if (!link)
      throw taken('This address has already been invited. You can send the invitation again.')
    await audit(db, 'invited', { invitation: link.id, role: given.role }, null)
    return mailLink(parts, db, link)
  })

/**
 * Invites a parent whom staff have met, in the caller's transaction; a parent's open invitation is sent again. One to another role,
 * which only an admin gives, is not renewed.
 * @returns false for an address that already has a confirmed account, or an open invitation to another role
 */
export const inviteParent = async (
  parts: Parts,
  db: Db,
  person: { email: string; first_name: string; last_name: string },
  { caller, audit }: Pick<By, 'caller' | 'audit'>,
): Promise<boolean> => {
  if (await hasAccount(db, person.email)) return false
  const role = 'parent'
  const times = { now: parts.clock(), hours: HOURS }
  const { email } = person
  await deleteOldInvitations(db, times.now.toISOString(), { email })
  const link =
    (await insertLink(
      db,
      { ...person, kind: 'invitation', role, invited_by: caller.userId },
      times,
    )) ?? (await renewLink(db, { email, role }, times))
  if (!link) return false
  await discardJobsAbout(db, link.id)
  await audit(db, 'invited', { invitation: link.id, role }, null)
  await mailLink(parts, db, link)
  return true
}

/** Withdraws a parent's invitation and its unsent email, in the caller's transaction. */
export const withdrawParent = async (db: Db, email: string): Promise<void> => {
  const withdrawn = await db
    .deleteFrom('invitations')
    .where('email', '=', email)
    .where('kind', '=', 'invitation')
    .where('role', '=', 'parent')
    .returning('id')
    .execute()
  for (const { id } of withdrawn) await discardJobsAbout(db, id)
}

/** Sends a new link and invalidates the previous one. */
export const resendInvitation = (
  parts: Parts,
  { once, audit }: Omit<By, 'caller'>,
  id: string,
): Promise<Invitation> =>
  once(async (db) => {
    const link = await renewLink(db, { id }, { now: parts.clock(), hours: HOURS })
    if (!link) throw notFound()
    await discardJobsAbout(db, id)
    await audit(db, 'invited_again', { invitation: id }, null)
    return mailLink(parts, db, link)
  })

/** Withdraws an invitation and its unsent email. */
export const withdrawInvitation = (
  { once, audit }: Omit<By, 'caller'>,
  id: string,
): Promise<void> =>
  once(async (db) => {
    if (!(await deleteInvitation(db, id))) throw notFound()
    await discardJobsAbout(db, id)
    await audit(db, 'invitation_withdrawn', { invitation: id }, null)
  })

/** Data of the page behind an invitation. */
export const showInvitation = async ({ db, clock }: Parts, token: string): Promise<Invitation> => {
  const link = await findByToken(db, 'invitation', token, clock())
  const invitation = link && (await findInvitation(db, link.id))
  if (!invitation) throw notFound(STALE)
  return invitation
}

/** Accepts an invitation: creates its account and consumes it. Returns the account's id. */
export const acceptInvitation = async (
  parts: Parts,
  once: RunOnce,
  given: { token: string; network: string } & z.output<typeof Acceptance>,
): Promise<string> => {
  rejectGuessablePassword(given.password, (await findSettings(parts)).site_name)
  const password_hash = await hashPassword(given.password, given.network)
  return once(async (db) => {
    const invitation = await showInvitation({ ...parts, db }, given.token)
    const { email, role } = invitation
    const first_name = given.first_name ?? invitation.first_name
    const last_name = given.last_name ?? invitation.last_name
    refuseNameless({ first_name, last_name })
    requireHarmlessName({ first_name, last_name })
    const person = { email, role, first_name, last_name, password_hash }
    const id = await createConfirmedAccount(db, person, parts.clock())
    await deleteInvitation(db, invitation.id)
    const detail = { role, invitation: invitation.id }
    await recordAudit(db, {
      actorId: id,
      subjectId: id,
      action: 'invitation_accepted',
      address: null,
      detail,
    })
    return id
  })
}

const refuseNameless = (names: { first_name: string; last_name: string }) => {
  const fields = {
    ...(names.first_name ? {} : { first_name: 'First name is required' }),
    ...(names.last_name ? {} : { last_name: 'Last name is required' }),
  }
  const [message] = Object.values(fields)
  if (message) throw invalid(message, fields)
}

const hasAccount = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()) !== undefined

const mailLink = async (parts: Parts, db: Db, link: { id: string; token: string }) => {
  const invitation = await findInvitation(db, link.id)
  if (!invitation) throw notFound()
  const { site_name: siteName } = await findSettings({ ...parts, db })
  const { publicUrl } = parts.config
  await parts.mail.send(db, invitationEmail(invitation, { siteName, publicUrl }, link.token))
  return invitation
}

const taken = (message: string) => conflict(message, { email: message })
