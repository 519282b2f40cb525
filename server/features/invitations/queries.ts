import type { Invitation } from '#contract/invitations'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import { hashOf, newToken } from '#platform/one-time-token'

type InvitationKind = 'setup' | 'invitation'

const withInviter = (db: Db) =>
  db
    .selectFrom('invitations')
    .leftJoin('accounts', 'accounts.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.first_name',
      'invitations.last_name',
      'invitations.created_at',
      'invitations.expires_at',
      nameOf<string | null>('accounts').as('invited_by'),
    ])
    .where('invitations.kind', '=', 'invitation')
    .$narrowType<Pick<Invitation, 'email' | 'role'>>()

export const listInvitations = (db: Db): Promise<Invitation[]> =>
  withInviter(db).orderBy('invitations.created_at', 'desc').limit(500).execute()

export const findInvitation = (db: Db, id: string): Promise<Invitation | undefined> =>
  withInviter(db).where('invitations.id', '=', id).executeTakeFirst()

/**
 * Finds and locks the row of a valid link. An invitation is valid only while its sender may still invite: one created
 * concurrently with the sender's loss of the admin role escapes the withdrawal of the others.
 */
export const findByToken = (db: Db, kind: InvitationKind, token: string, now: Date) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'expires_at'])
    .where('kind', '=', kind)
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now.toISOString())
    .where(({ or, eb, exists, selectFrom, ref }) =>
      or([
        eb('invited_by', 'is', null),
        exists(
          selectFrom('accounts as giver')
            .select('giver.id')
            .where('giver.id', '=', ref('invitations.invited_by'))
            .where('giver.status', '=', 'active')
            .where((giver) =>
              giver.or([
                giver('giver.role', '=', 'admin'),
                giver('invitations.role', '=', 'parent'),
              ]),
            ),
        ),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()

type NewLink = {
  kind: InvitationKind
  role: Invitation['role']
  email: string | null
  first_name?: string
  last_name?: string
  invited_by?: string
}

/** Returns undefined if the address is already invited. */
export const insertLink = async (
  db: Db,
  link: NewLink,
  { now, hours }: { now: Date; hours: number },
): Promise<{ id: string; token: string } | undefined> => {
  const token = newToken()
  const row = await db
    .insertInto('invitations')
    .values({
      ...link,
      token_hash: hashOf(token),
      created_at: now.toISOString(),
      expires_at: laterBy(now, hours),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row && { id: row.id, token }
}

/** Renews a link's token and expiry; the old token becomes invalid. Undefined if it does not exist. */
export const renewLink = async (
  db: Db,
  which: { id: string } | { email: string; role?: Invitation['role'] },
  { now, hours }: { now: Date; hours: number },
): Promise<{ id: string; token: string } | undefined> => {
  const token = newToken()
  const row = await db
    .updateTable('invitations')
    .set({ token_hash: hashOf(token), expires_at: laterBy(now, hours) })
    .where('kind', '=', 'invitation')
    .where((where) => where.and(which))
    .returning('id')
    .executeTakeFirst()
  return row && { id: row.id, token }
}

const laterBy = (now: Date, hours: number) =>
  new Date(now.getTime() + hours * 3_600_000).toISOString()

export const deleteInvitation = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('kind', '=', 'invitation')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const withdrawInvitationsOf = (db: Db, inviterId: string) =>
  db.deleteFrom('invitations').where('invited_by', '=', inviterId).execute()

export const deleteOldInvitations = (db: Db, before: string, of: { email?: string } = {}) =>
  db
    .deleteFrom('invitations')
    .where('expires_at', '<', before)
    .where((where) => where.and(of))
    .execute()
