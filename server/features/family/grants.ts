import type { Db } from '#platform/database'
import { forbidden } from '#platform/http'
import { grantableScopes, GUARDIAN_SCOPES, type GuardianScope, type Relation } from '#rules/access'
import { fullYears } from '#rules/age'

type Giver = { giverId: string; learnerId: string }

/** Scopes that a person can grant another adult now. Call it under the learner's lock (`lockPerson`). */
const findGrantable = async (
  db: Db,
  { giverId, learnerId }: Giver,
  now: Date,
): Promise<ReadonlySet<GuardianScope>> => {
  const found = await db
    .selectFrom('accounts as learner')
    .innerJoin('accounts as giver', (join) => join.on('giver.id', '=', giverId))
    .leftJoin('guardianships as link', (join) =>
      join.onRef('link.learner_id', '=', 'learner.id').onRef('link.guardian_id', '=', 'giver.id'),
    )
    .select(['learner.date_of_birth', 'learner.status', 'giver.role', 'link.scopes'])
    .where('learner.id', '=', learnerId)
    .where('giver.status', '=', 'active')
    .$narrowType<{ scopes: GuardianScope[] | null }>()
    .executeTakeFirst()
  if (!found) return new Set()
  const { date_of_birth, status, role, scopes } = found
  return grantableScopes(relationOfGiver(giverId === learnerId, { role, scopes }), {
    age: date_of_birth === null ? null : fullYears(date_of_birth, now.toISOString().slice(0, 10)),
    isWaiting: status !== 'active',
    scopes: new Set(scopes),
    hasAdvisor: false,
    isLicensed: false,
    consented: new Set(),
  })
}

const relationOfGiver = (
  isSelf: boolean,
  { role, scopes }: { role: string; scopes: GuardianScope[] | null },
): Relation | null => {
  if (isSelf) return 'self'
  if (scopes) return 'guardian'
  return role === 'admin' ? 'admin' : null
}

/** Returns true if a person can grant all these scopes now. A deleted account can grant none. */
export const canGrant = async (
  db: Db,
  { giverId, learnerId }: { giverId: string | null; learnerId: string },
  scopes: readonly GuardianScope[],
  now: Date,
): Promise<boolean> => {
  if (giverId === null) return false
  const grantable = await findGrantable(db, { giverId, learnerId }, now)
  return scopes.every((scope) => grantable.has(scope))
}

/** @throws forbidden for scopes that the giver does not have */
export const requireGrantable = async (
  db: Db,
  giver: Giver,
  scopes: readonly GuardianScope[],
  now: Date,
): Promise<void> => {
  if (await canGrant(db, giver, scopes, now)) return
  throw forbidden('You can only give permissions you have yourself.', 'not_held')
}

/**
 * Scopes left to a mailbox by an admin's override, under every spelling of its address; all scopes without an override. Only an
 * admin's own invitation can exceed them.
 */
export const findLimit = async (
  db: Db,
  learnerId: string,
  email: string,
): Promise<{ overridden_at: string | null; scopes: readonly GuardianScope[] }> => {
  const newest = await db
    .selectFrom('guardian_links')
    .select(['overridden_at', 'scopes'])
    .where('learner_id', '=', learnerId)
    .where(({ eb, fn, val }) =>
      eb(fn<string>('mailbox_of', ['guardian_email']), '=', fn<string>('mailbox_of', [val(email)])),
    )
    // The latest override or link of the mailbox: an admin may have narrowed an older link.
    .orderBy(({ fn }) => fn('greatest', ['since', 'overridden_at']), 'desc')
    .orderBy('since', 'desc')
    .limit(1)
    .$narrowType<{ scopes: GuardianScope[] }>()
    .executeTakeFirst()
  return newest?.overridden_at ? newest : { overridden_at: null, scopes: GUARDIAN_SCOPES }
}

/** Gives a guardian who was asked to decide, and does, what guardians of children have. */
export const letDecide = async (
  db: Db,
  { learnerId, email }: { learnerId: string; email: string },
): Promise<void> => {
  const { scopes } = await findLimit(db, learnerId, email)
  await db
    .updateTable('guardian_links')
    .set({ scopes: [...scopes] })
    .where('learner_id', '=', learnerId)
    .where('guardian_email', '=', email)
    .where('ended_at', 'is', null)
    .where(({ eb, fn, not, val }) => not(eb(val<string>('consent'), '=', fn.any('scopes'))))
    .execute()
}
