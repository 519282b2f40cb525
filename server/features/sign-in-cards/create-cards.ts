import { paths } from '#contract/paths'
import type { NewCard } from '#contract/sign-in-cards'
import { lockAccounts } from '#features/people'
import { transaction } from '#platform/database'
import { type Audit, type Caller, conflict, type Parts } from '#platform/http'
import { hashOf, newToken } from '#platform/one-time-token'
import { mayHaveCard } from '#rules/sign-in-card'

import { announce } from './announce.ts'
import { type Holder, listHolders, storeCards } from './queries.ts'

/**
 * Makes a card for each learner, all or none. Old cards and the sessions that they opened end. The caller has checked that the
 * person may. Secrets are returned once and stored as hashes, so a retry makes new ones.
 * @throws conflict with the name of a learner who cannot have a card
 */
export const createCards = async (
  parts: Parts,
  { caller, audit }: { caller: Caller; audit: Audit },
  ids: readonly string[],
): Promise<NewCard[]> => {
  const now = parts.clock()
  const created_at = now.toISOString()
  const made = await transaction(parts.db, async (db) => {
    // Two prints of the same list wait for each other.
    await lockAccounts(db, ids)
    const holders = await listHolders(db, ids)
    for (const holder of holders) requireEligible(holder, created_at.slice(0, 10))
    const cards = holders.map((holder) => ({ holder, secret: newToken() }))
    await storeCards(
      db,
      cards.map(({ holder, secret }) => ({
        user_id: holder.id,
        hash: hashOf(secret),
        created_at,
        created_by: caller.userId,
      })),
    )
    for (const { holder } of cards) {
      await audit(db, 'card_made', {}, holder.id)
      await announce({ ...parts, db }, holder, 'card')
    }
    return cards
  })
  for (const { holder } of made) parts.callers.forget(holder.id)
  return made.map(({ holder: { id, first_name, sign_in_name }, secret }) => ({
    id,
    first_name,
    sign_in_name,
    // A fragment is never sent to a server, so it is in no log and no Referer.
    url: `${parts.config.publicUrl}${paths.card}#${secret}`,
    created_at,
  }))
}

const requireEligible = (holder: Holder, today: string) => {
  if (holder.status !== 'active') {
    throw conflict(`${holder.first_name}’s account is not open, so there can be no card.`)
  }
  if (!mayHaveCard(holder, today)) {
    throw conflict(
      holder.hasSecondFactor
        ? `${holder.first_name} signs in with a second factor, which a card would go around.`
        : `${holder.first_name} is 13 or older and has an email address: they sign in with a password.`,
    )
  }
}
