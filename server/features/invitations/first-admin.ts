import type * as z from 'zod/mini'

import { INVITATION_DAYS, type Setup, SETUP_HOURS } from '#contract/invitations'
import { paths } from '#contract/paths'
import { hashPassword, rejectGuessablePassword } from '#features/auth'
import { changeRole } from '#features/people'
import { storeSetting } from '#features/site'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { conflict, notFound, type RunOnce, type Parts } from '#platform/http'
import { isAdult } from '#rules/age'

import { createConfirmedAccount } from './confirmed-account.ts'
import { findByToken, hasAdmin, insertLink, renewLink } from './queries.ts'

const STALE =
  'This link has expired or has already been used. The person who runs the site can create another: npm run admin -- your address'

type At = { config: Pick<Parts['config'], 'publicUrl'>; db: Db; now: Date }

/** Returns a setup link for the first admin while the site has no admin, else null. */
export const offerSetup = async ({ config, db, now }: At, email?: string) => {
  if (await hasAdmin(db)) return null
  const link = await insertLink(
    db,
    { kind: 'setup', role: 'admin', email: email ?? null },
    { now, hours: SETUP_HOURS },
  )
  return link ? `${config.publicUrl}${paths.setup(link.token)}` : null
}

/**
 * Implements `npm run admin` for an address: promotes a confirmed account at once; otherwise creates an invitation link (or the
 * site's setup link while it has no admin).
 * @returns a description of the outcome
 * @throws 409 for an account that cannot become an admin
 */
export const createAdmin = (at: At, email: string): Promise<string> =>
  transaction(at.db, async (db) => {
    const { now, config } = at
    const account = await db
      .selectFrom('accounts')
      .select(['id', 'role', 'status', 'date_of_birth'])
      .where('email', '=', email)
      .where('email_verified_at', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (account) return promote(db, { ...account, email }, now)

    const setup = await offerSetup({ ...at, db }, email)
    if (setup) {
      return `This site has no admin yet. For ${SETUP_HOURS} hours, and once, this link makes the person who opens it one:\n\n  ${setup}\n`
    }
    const role = 'admin' as const
    const hours = INVITATION_DAYS * 24
    await db.updateTable('invitations').set({ role }).where('email', '=', email).execute()
    const link =
      (await renewLink(db, { email }, { now, hours })) ??
      (await insertLink(db, { kind: 'invitation', role, email }, { now, hours }))
    return `For ${INVITATION_DAYS} days, and once, this link creates an admin account for ${email}:\n\n  ${config.publicUrl}${paths.invitation(link?.token ?? '')}\n`
  })

const promote = async (
  db: Db,
  {
    id,
    email,
    role,
    status,
    date_of_birth: born,
  }: { id: string; email: string; role: string; status: string; date_of_birth: string | null },
  now: Date,
) => {
  if (role === 'admin' && status === 'active') {
    return `${email} is already an admin and signs in with their own password. If they have lost it: /forgot-password.`
  }
  if (status !== 'active') {
    throw conflict(`The account of ${email} is ${status}; nothing was changed.`)
  }
  if (born !== null && !isAdult(born, now.toISOString().slice(0, 10))) {
    throw conflict(`The account of ${email} belongs to a minor; nothing was changed.`)
  }
  await changeRole(db, id, { role: 'admin', declared_adult: born === null })
  await recordAudit(db, { subjectId: id, action: 'made_admin', address: null, detail: { role } })
  return `${email} had an account (${role}) and is an admin now, with the same password.`
}

/** Data of the page behind a setup link. */
export const showSetup = async ({ db, clock }: Parts, token: string) => {
  const link = await findByToken(db, 'setup', token, clock())
  if (!link || (await hasAdmin(db))) throw notFound(STALE)
  return { email: link.email, expires_at: link.expires_at }
}

/** Names the site and creates its first admin. Invalidates all other setup links. Returns the admin's id. */
export const setUp = async (
  parts: Parts,
  once: RunOnce,
  given: { token: string; network: string } & z.output<typeof Setup>,
): Promise<string> => {
  const { token, network, site_name, password, ...person } = given
  rejectGuessablePassword(password, site_name)
  const password_hash = await hashPassword(password, network)
  return once(async (db) => {
    const now = parts.clock()
    // Locked in a fixed order, so that of two people with a link each, one is first.
    await db
      .selectFrom('invitations')
      .select('id')
      .where('kind', '=', 'setup')
      .orderBy('id')
      .forUpdate()
      .execute()
    await showSetup({ ...parts, db }, token)
    const id = await createConfirmedAccount(db, { ...person, role: 'admin', password_hash }, now)
    await db.deleteFrom('invitations').where('kind', '=', 'setup').execute()
    await storeSetting(db, 'site_name', site_name)
    await recordAudit(db, { actorId: id, subjectId: id, action: 'site_set_up', address: null })
    return id
  })
}
