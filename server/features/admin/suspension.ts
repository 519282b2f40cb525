import { STOPPED_DAYS } from '#contract/consent'
import { DELETION_DAYS } from '#contract/privacy'
import { endSessions } from '#features/auth'
import { statusAfter } from '#features/consent'
import { findConsentStates, findOnRoster, withdrawOffersBy } from '#features/family'
import { withdrawInvitationsOf } from '#features/invitations'
import {
  activateAccount,
  awaitConsent,
  awaitConsentOnRoster,
  closeAgain,
  suspendAccount,
} from '#features/people'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { revokeMailedTokens, revokeTokensMadeBy } from '#platform/mail'

/**
 * Suspends an account and revokes everything active: sessions with their tokens and streams, and the invitations and offers the
 * person sent. Their public pages, links and feeds require an active account, and work again when the suspension is lifted. `db`
 * is a transaction.
 */
export const suspend = async (
  { clock }: Pick<Parts, 'clock'>,
  db: Db,
  id: string,
): Promise<void> => {
  await suspendAccount(db, id)
  await endSessions(db, id, {}, clock())
  await revokeMailedTokens(db, id, 'reset_password')
  await revokeMailedTokens(db, id, 'choose_password')
  await revokeTokensMadeBy(db, id)
  await withdrawInvitationsBy(db, id)
}

/** Revokes the person's open invitations and offers. */
export const withdrawInvitationsBy = async (db: Db, id: string): Promise<void> => {
  await withdrawInvitationsOf(db, id)
  await withdrawOffersBy(db, id)
}

/**
 * Lifts a suspension. A child without a guardian's consent, or for whom nobody decides any more, waits for one, for the period that
 * follows a withdrawal: counted from the account's creation, that period would be over. An account that was closed before is closed
 * again, with the usual time to restore it. A child whom a roster lists waits without a date, unless a guardian has withdrawn consent.
 * @returns true for a child about whom a guardian is to be asked
 */
export const liftSuspension = async (
  db: Db,
  id: string,
  now: Date,
  { isOnRoster = false } = {},
): Promise<boolean> => {
  const consents = await findConsentStates(db, id)
  const isListed = isOnRoster || (await findOnRoster(db, id)) !== undefined
  const status = await statusAfter(db, id, consents, now.toISOString().slice(0, 10))
  const dueIn = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000).toISOString()
  const reopen = {
    active: () => activateAccount(db, id),
    pending_consent: () =>
      isListed && !isWithdrawn(consents)
        ? awaitConsentOnRoster(db, id)
        : awaitConsent(db, id, dueIn(STOPPED_DAYS)),
    closing: () => closeAgain(db, id, dueIn(DELETION_DAYS)),
  }
  await reopen[status]()
  return status === 'pending_consent' && !isWithdrawn(consents)
}

type ConsentStates = Awaited<ReturnType<typeof findConsentStates>>

/** True if guardians have answered, and the consent does not stand. */
const isWithdrawn = ({ answersAbout, stateOf }: ConsentStates) =>
  answersAbout('use').length > 0 && stateOf('use') !== 'given'
