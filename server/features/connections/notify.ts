import { paths } from '#contract/paths'
import { listGuardianAddresses } from '#features/family'
import { mayNow } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { publicName } from '#rules/text/display-name'

import { askGuardianEmail } from './emails.ts'
import { findReceived, type Request } from './requests.ts'

const REQUESTS = paths.friendRequests
const FRIENDS = paths.connections

const today = (now: Date) => now.toISOString().slice(0, 10)

export const nameOfSender = (request: Request, now: Date) =>
  publicName(
    {
      first_name: request.sender_first_name,
      last_name: request.sender_last_name,
      date_of_birth: request.sender_born,
    },
    today(now),
  )

const recipientOf = (request: Request, now: Date) =>
  publicName(
    {
      first_name: request.recipient_first_name ?? '',
      last_name: request.recipient_last_name ?? '',
      date_of_birth: request.recipient_born,
    },
    today(now),
  )

/** Notifies whoever must act next: the recipient, or a child's guardians, who also get an email. */
export const notifyNext = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  request: Request,
): Promise<void> => {
  const now = parts.clock()
  if (!(await isNews(db, request))) return
  if (request.step === 'recipient' && request.recipient_id !== null) {
    // Senders whom the recipient has blocked or is already connected with do not notify them.
    if (!(await findReceived(db, request.id, request.recipient_id, now))) return
    await notifyPerson(
      db,
      {
        personId: request.recipient_id,
        category: 'connections',
        title: `${nameOfSender(request, now)} would like to connect with you`,
        path: REQUESTS,
        aboutId: request.sender_id,
        topic: `request ${request.id}`,
      },
      now,
    )
  }
  if (request.step === 'sender_guardian') {
    const child = { id: request.sender_id, first_name: request.sender_first_name }
    await tellGuardians(parts, db, request, child)
  }
  if (request.step === 'recipient_guardian' && request.recipient_id !== null) {
    const child = { id: request.recipient_id, first_name: request.recipient_first_name ?? '' }
    await tellGuardians(parts, db, request, child)
  }
}

/** Each step notifies once, even if it is requested again. */
const isNews = async (db: Db, { id, step }: Request): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('connection_requests')
    .set({ told: step })
    .where('id', '=', id)
    .where('told', 'is distinct from', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const tellGuardians = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  request: Request,
  child: { id: string; first_name: string },
): Promise<void> => {
  for (const guardian of await listGuardianAddresses(db, child.id, 'consent')) {
    await notifyPerson(
      db,
      {
        personId: guardian.id,
        category: 'connections',
        title: `${child.first_name} would like to connect with someone, and needs your permission`,
        path: `${paths.child(child.id)}#connections`,
        aboutId: child.id,
        topic: `request ${request.id}`,
        hasLetter: true,
      },
      parts.clock(),
    )
    const to = await emailRecipient({ ...parts, db }, guardian)
    await parts.mail.send(db, askGuardianEmail(to, child))
  }
}

/** Notifies both, and guardians who oversee a minor's messages: from 18 on, nobody else reads whose friend a learner is. */
export const notifyConnected = async (db: Db, request: Request, now: Date): Promise<void> => {
  const { sender_id, recipient_id } = request
  if (recipient_id === null) return
  const [sender, recipient] = [nameOfSender(request, now), recipientOf(request, now)]
  await notifyPerson(
    db,
    {
      personId: sender_id,
      category: 'connections',
      title: `You and ${recipient} are connected`,
      path: FRIENDS,
      aboutId: recipient_id,
    },
    now,
  )
  const people = [
    { id: sender_id, name: request.sender_first_name, other: recipient, otherId: recipient_id },
    {
      id: recipient_id,
      name: request.recipient_first_name ?? '',
      other: sender,
      otherId: sender_id,
    },
  ]
  for (const { id, name, other, otherId } of people) {
    for (const guardian of await listGuardianAddresses(db, id, 'messages')) {
      const reading = { learnerId: id, action: 'readConnections' } as const
      if (guardian.id === otherId || !(await mayNow(db, guardian.id, reading, now))) continue
      await notifyPerson(
        db,
        {
          personId: guardian.id,
          category: 'family',
          title: `${name} and ${other} are connected`,
          path: `${paths.child(id)}#connections`,
          aboutId: otherId,
        },
        now,
      )
    }
  }
}
