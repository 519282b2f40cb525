import { paths } from '#contract/paths'
import { listLinkedAddresses } from '#features/family'
import { notifyPerson } from '#features/notifications'
import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

import { newCardEmail, newPasswordLinkEmail } from './emails.ts'

const KINDS = {
  card: { email: newCardEmail, name: 'A sign-in card' },
  password: { email: newPasswordLinkEmail, name: 'A password link' },
}

/**
 * Notifies the learner and the guardians who decide for them of a new way into the account: its maker could use it in their
 * place. Also the guardian from whose account it was made: somebody else may have been there.
 */
export const announce = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'> & { db: Db },
  { id, first_name }: { id: string; first_name: string },
  kind: keyof typeof KINDS,
): Promise<void> => {
  const { db } = parts
  const now = parts.clock()
  const { email, name } = KINDS[kind]
  const notice = { category: 'family', topic: `${kind} ${id}` } as const
  await notifyPerson(
    db,
    { ...notice, personId: id, title: `${name} was made for you`, path: paths.profile },
    now,
  )
  for (const guardian of await listLinkedAddresses(db, id)) {
    const { isOpen, scopes } = guardian
    if (!isOpen || !scopes.includes('consent')) continue
    const to = await emailRecipient(parts, guardian)
    await parts.mail.send(db, { ...email(to, { id, first_name }), about: id })
    if (guardian.id === null) continue
    const title = `${name} was made for ${first_name}`
    await notifyPerson(
      db,
      {
        ...notice,
        personId: guardian.id,
        title,
        path: paths.child(id),
        aboutId: id,
        hasLetter: true,
      },
      now,
    )
  }
}
