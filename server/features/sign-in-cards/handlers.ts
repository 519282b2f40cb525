import { type SignInMeans, signInCards } from '#contract/sign-in-cards'
import { requireProof } from '#features/second-factor'
import { transaction } from '#platform/database'
import { type App, notFound, serve } from '#platform/http'
import { mayHaveCard } from '#rules/sign-in-card'

import { offerAddress } from './address.ts'
import { createCards } from './create-cards.ts'
import { createPasswordLink } from './password-link.ts'
import { deleteCard, type Holder, listHolders, listHoldersInCare } from './queries.ts'
import { showCard, signInByCard } from './use-card.ts'

export const signInCardRoutes = (app: App): void =>
  serve(app, signInCards, {
    showCard: ({ body, ...parts }) => showCard(parts, body.card),

    signInByCard: ({ body, caller, request, reply, ...parts }) =>
      signInByCard(parts, { request, reply }, caller, body.card),

    listCards: async ({ db, caller, clock }) => {
      const today = clock().toISOString().slice(0, 10)
      const holders = await listHoldersInCare(db, caller.userId)
      return {
        items: holders
          .filter((holder) => mayHaveCard(holder, today))
          .map((holder) => ({
            id: holder.id,
            first_name: holder.first_name,
            last_name: holder.last_name,
            waits: holder.status === 'pending_consent',
            ...meansOf(holder, today),
          })),
      }
    },

    printCards: async ({ caller, body, audit, learners, ...parts }) => {
      for (const id of body.ids) await learners.authorize(caller, { id }, 'manageSignIn')
      return { items: await createCards({ ...parts, learners }, { caller, audit }, body.ids) }
    },

    showSignIn: async ({ db, learner, clock }) => {
      const [holder] = await listHolders(db, [learner.id])
      if (!holder) throw notFound()
      return meansOf(holder, clock().toISOString().slice(0, 10))
    },

    makeCard: async ({ caller, learner, audit, ...parts }) => {
      const [card] = await createCards(parts, { caller, audit }, [learner.id])
      return card ?? gone()
    },

    revokeCard: async ({ db, learner, audit, callers }) => {
      await transaction(db, async (db) => {
        if (await deleteCard(db, learner.id)) await audit(db, 'card_ended')
      })
      callers.forget(learner.id)
    },

    makePasswordLink: ({ caller, learner, audit, ...parts }) =>
      createPasswordLink(parts, { learnerId: learner.id, makerId: caller.userId }, audit),

    addAddress: async ({ learner, caller, body, audit, ...parts }) => {
      // An address outlasts the session, and no later password takes it away again.
      if (learner.relation === 'self') await requireProof(parts, caller, body)
      await offerAddress(parts, { learnerId: learner.id, by: caller.userId }, body.email, audit)
      return {
        message: 'We have sent a link to this address. It is added once the link is opened.',
      }
    },
  })

const meansOf = (holder: Holder, today: string): SignInMeans => ({
  sign_in_name: holder.sign_in_name,
  has_address: holder.email !== null,
  may_have_card: mayHaveCard(holder, today),
  card:
    holder.card_at === null ? null : { created_at: holder.card_at, created_by: holder.maker_name },
})

const gone = (): never => {
  throw notFound()
}
