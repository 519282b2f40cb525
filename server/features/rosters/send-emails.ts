import { sql } from 'kysely'

import { askWhoDecides } from '#features/consent'
import { emailRecipient, hasAddress } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { issueMailedToken } from '#platform/mail'

import {
  choosePasswordEmail,
  confirmAddressEmail,
  formerAddressEmail,
  returnedAddressEmail,
} from './emails.ts'

/** In seconds; the pace is set per minute. */
const PAUSE = 60

/** Starts sending the emails that wait in `roster_emails`. `db` is a transaction. */
export const sendQueuedEmails = ({ jobs }: Pick<Parts, 'jobs'>, db: Db): Promise<void> =>
  jobs.enqueue(db, 'roster-emails', {})

/** Queues an import's invitations to choose a password, and the requests to guardians of children under 13. */
export const queueInvitations = async (db: Db, importId: string): Promise<void> => {
  await sql`
    insert into roster_emails (user_id, kind)
    select accounts.id, email.kind
    from roster_decisions as decision
    join roster_people as roster on roster.sourced_id = decision.sourced_id
    join accounts on accounts.id = roster.user_id
    cross join lateral (values
      ('invitation', accounts.email is not null),
      ('consent', accounts.status = 'pending_consent' and accounts.parent_email is not null and roster.guardian_asks = 0)
    ) as email (kind, is_due)
    where decision.import_id = ${importId} and decision.outcome = 'create' and roster.invited_at is null
      and accounts.email_verified_at is null and accounts.status in ('active', 'pending_consent') and email.is_due
    order by decision.line, email.kind desc
    on conflict do nothing
  `.execute(db)
}

/** Queues the request to whoever decides about a waiting child. */
export const queueConsentRequest = (db: Db, childId: string) =>
  db
    .insertInto('roster_emails')
    .values({ user_id: childId, kind: 'consent' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Job that sends the emails of all imports, MAIL_PER_MINUTE, then enqueues itself again. None goes twice; idempotent, on any
 * node.
 */
export const sendEmails = (parts: Parts): Promise<void> =>
  transaction(parts.db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('roster-emails'))`.execute(db)
    const now = parts.clock()
    const ago = new Date(now.getTime() - PAUSE * 1000).toISOString()
    await db.deleteFrom('roster_emails').where('sent_at', '<=', ago).execute()
    for (const email of await claim(db, parts.config.MAIL_PER_MINUTE, now)) {
      await send(parts, db, email)
    }
    const left = await db
      .selectFrom('roster_emails')
      .select('id')
      .where('sent_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (left) await parts.jobs.enqueue(db, 'roster-emails', {}, { after: PAUSE })
  })

type Queued = Awaited<ReturnType<typeof claim>>[number]

/** Marks as many emails as sent as this minute has left, and returns them. */
const claim = async (db: Db, perMinute: number, now: Date) => {
  const { sent } = await db
    .selectFrom('roster_emails')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return db
    .updateTable('roster_emails as email')
    .from('accounts')
    .set({ sent_at: now.toISOString() })
    .whereRef('accounts.id', '=', 'email.user_id')
    .where(
      'email.id',
      'in',
      db
        .selectFrom('roster_emails as waiting')
        .select('waiting.id')
        .where('waiting.sent_at', 'is', null)
        .orderBy('waiting.id')
        .limit(Math.max(0, perMinute - sent)),
    )
    .returning([
      'email.kind',
      'email.address',
      'accounts.id',
      'accounts.email',
      'accounts.first_name',
      'accounts.status',
      'accounts.email_verified_at',
    ])
    .$narrowType<{
      kind: 'invitation' | 'consent' | 'confirmation' | 'former_address' | 'returned_address'
    }>()
    .execute()
}

/** Sends an email unless it has become needless since it was queued. */
const send = async (parts: Parts, db: Db, { kind, address, ...person }: Queued) => {
  const now = parts.clock()
  // Emails to the person; those to their guardians name it only.
  const email = address ?? person.email ?? ''
  const owner = { userId: person.id, email }
  const to = await emailRecipient({ ...parts, db }, { ...person, email })
  const isOpen = person.status === 'active' || person.status === 'pending_consent'
  const isUnconfirmed = isOpen && hasAddress(person) && person.email_verified_at === null
  const invited = { invited_at: now.toISOString() }
  const ways = {
    invitation: async () => {
      if (!isUnconfirmed) return
      const token = await issueMailedToken(db, owner, 'choose_password', now)
      await parts.mail.send(db, { ...choosePasswordEmail(to, token), about: person.id })
      await db.updateTable('roster_people').set(invited).where('user_id', '=', person.id).execute()
    },
    consent: async () => {
      if (person.status !== 'pending_consent') return
      if (!(await askWhoDecides(parts, db, person.id))) return
      await db
        .updateTable('roster_people')
        .set(({ eb }) => ({
          guardian_asked_at: now.toISOString(),
          guardian_asks: eb('guardian_asks', '+', 1),
        }))
        .where('user_id', '=', person.id)
        .execute()
    },
    confirmation: async () => {
      if (!isUnconfirmed) return
      const token = await issueMailedToken(db, owner, 'verify_email', now)
      await parts.mail.send(db, { ...confirmAddressEmail(to, token), about: person.id })
    },
    returned_address: async () => {
      if (!hasAddress(person)) return
      await parts.mail.send(db, { ...returnedAddressEmail(to), about: person.id })
    },
    former_address: () => parts.mail.send(db, { ...formerAddressEmail(to), about: person.id }),
  }
  await ways[kind]()
}
