import { nameForOthers } from '#features/family'
import type { Db } from '#platform/database'
import { invalid, notFound, type Parts } from '#platform/http'
import { isChild } from '#rules/age'
import { CONSENT_SCOPES, type ConsentScope } from '#rules/consent'

import { decidesAlone, recordConsent } from './record-consent.ts'
import { linkOfToken } from './withdrawal-link.ts'

/** Scopes that a person has consented to by any method; all can be withdrawn, whether in effect or not. */
const listGiven = async (db: Db, childId: string): Promise<ConsentScope[]> => {
  const rows = await db
    .selectFrom('consents')
    .select(['guardian_email', 'kind', 'scopes'])
    .where('child_id', '=', childId)
    .where('confirmed_at', 'is not', null)
    .orderBy('number')
    .execute()
  return CONSENT_SCOPES.filter((scope) => {
    const about = rows.filter(({ scopes }) => scopes.includes(scope))
    const last = new Map(about.map(({ guardian_email, kind }) => [guardian_email, kind]))
    return [...last.values()].includes('given')
  })
}

const findLink = async (parts: Parts, db: Db, token: string) => {
  const id = linkOfToken(parts, token)
  const link =
    id === undefined
      ? undefined
      : await db
          .selectFrom('standing_links as link')
          .innerJoin('accounts as child', 'child.id', 'link.learner_id')
          .select([
            'link.learner_id',
            'link.guardian_email',
            'link.guardian_name',
            'child.first_name',
            'child.deletion_due_at',
            'child.date_of_birth',
          ])
          .where('link.id', '=', id)
          // Suspended as well: the codes of records go on while a child who has left the school is suspended.
          .where('child.status', 'in', ['active', 'pending_consent', 'suspended'])
          .where(({ eb, fn, val }) => eb(val('consent'), '=', fn.any('link.scopes')))
          .executeTakeFirst()
  if (!link) throw notFound('This link no longer works.')
  const today = parts.clock().toISOString().slice(0, 10)
  if (!link.deletion_due_at && !isChild(link.date_of_birth, today))
    throw decidesAlone(link.first_name)
  return link
}

/** Data of the page behind the link in a guardian's emails. */
export const showWithdrawal = async (parts: Parts, db: Db, token: string) => {
  const link = await findLink(parts, db, token)
  return {
    child_first_name: link.first_name,
    guardian_email: link.guardian_email,
    scopes: link.deletion_due_at ? [] : await listGiven(db, link.learner_id),
    deletion_due_at: link.deletion_due_at,
  }
}

/** Withdraws consent on behalf of the guardian to whom the link was emailed. */
export const withdrawByLink = async (
  parts: Parts,
  db: Db,
  token: string,
  scopes: readonly ConsentScope[],
) => {
  const link = await findLink(parts, db, token)
  if (link.deletion_due_at) throw invalid('The account is already closed.')
  await recordConsent(parts, db, {
    childId: link.learner_id,
    guardian: { email: link.guardian_email, name: nameForOthers(link.guardian_name) },
    kind: 'withdrawn',
    scopes,
    method: 'mailed_link',
  })
  return showWithdrawal(parts, db, token)
}
