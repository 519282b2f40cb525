import { askGuardian } from '#features/family'
import { emailRecipient } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { issueMailedToken } from '#platform/mail'

import { choosePasswordEmail } from './email.ts'

/** Emails per transaction. */
const AT_ONCE = 50

/**
 * Job that invites people imported by a roster to choose a password, and asks guardians of those under 13 for consent. Nobody is
 * asked twice; idempotent.
 */
export const inviteImported = async (
  parts: Parts,
  { importId }: { importId: string },
): Promise<void> => {
  for (let asked = AT_ONCE; asked === AT_ONCE;) {
    asked = await transaction(parts.db, async (db) => {
      const people = await takeUninvited(db, importId, parts.clock())
      for (const person of people) {
        const owner = { userId: person.id, email: person.email }
        const token = await issueMailedToken(db, owner, 'choose_password', parts.clock())
        const to = await emailRecipient({ ...parts, db }, person)
        await parts.mail.send(db, { ...choosePasswordEmail(to, token), about: person.id })
        const { parent_email } = person
        if (person.status === 'pending_consent' && parent_email) {
          await askGuardian(parts, db, { ...person, parent_email })
        }
      }
      return people.length
    })
  }
}

/** Marks people who were not invited yet as invited, and returns them. */
const takeUninvited = (db: Db, importId: string, now: Date) =>
  db
    .updateTable('roster_people as roster')
    .from('accounts')
    .set({ invited_at: now.toISOString() })
    .whereRef('accounts.id', '=', 'roster.user_id')
    .where('roster.sourced_id', 'in', ({ selectFrom }) =>
      selectFrom('roster_decisions as decision')
        .innerJoin('roster_people as next', 'next.sourced_id', 'decision.sourced_id')
        .innerJoin('accounts as account', 'account.id', 'next.user_id')
        .select('next.sourced_id')
        .where('decision.import_id', '=', importId)
        .where('decision.outcome', '=', 'create')
        .where('next.invited_at', 'is', null)
        .where('account.email_verified_at', 'is', null)
        .where('account.status', 'in', ['active', 'pending_consent'])
        .orderBy('decision.line')
        .limit(AT_ONCE),
    )
    .returning([
      'accounts.id',
      'accounts.email',
      'accounts.first_name',
      'accounts.status',
      'accounts.parent_email',
    ])
    .execute()
