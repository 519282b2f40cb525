import type { FastifyRequest } from 'fastify'

import {
  type AccountStatus,
  type Endpoint,
  passesGuard,
  type Role,
  type Tier,
} from '#contract/endpoint'
import { isOpenByCard, isOpenToAdmins } from '#contract/open-to'
import type { Trace } from '#platform/trace'

import { forbidden, unauthenticated } from './errors.ts'
import { isRead } from './learner.ts'

/** The caller, by the current state of the session store. */
export type Caller = {
  userId: string
  sessionId: string
  role: Role
  tier: Tier
  status: AccountStatus
  emailVerified: boolean
  /** The admin who acts as this person, limited to what admins may see. */
  actor?: Caller
  /** True for staff who still have to set up the required second factor. */
  secondFactorDue: boolean
  /** The session was opened by a sign-in card, which many hands may hold (decisions/0093). */
  byCard: boolean
  /** Version of the caller's own data, if it was loaded with the session; see Learners.versionOf. */
  version?: string
}

/** Authenticates requests. */
export type Callers = {
  /** Returns the active session of a request, or null. Throws 403 for a forged cross-site write. */
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** Reloads this person from the database on the next request (after sign-out, suspension, a new role). */
  forget: (userId: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every declared endpoint before its body is read. */
    caller: Caller | null
    /** Raw body of a webhook. */
    signedBytes: Buffer | null
    /** Authorizes the caller again if the request took long to arrive: its session may have ended. */
    authorizeAgain: (() => Promise<void>) | null
    /** Called when the reply of a call that sends bytes begins. */
    beginsReply: (() => void) | null
    /** Trace of this request. */
    trace: Trace
  }
  interface FastifyContextConfig {
    /** A file of the web app. */
    isFile?: boolean
    endpoint?: Endpoint
  }
}

/**
 * Authorizes a request or throws: 401 without an active session, 403 for the wrong role or status. Runs before the body is read,
 * so that a refused caller costs nothing.
 */
export const authorizeCall = (caller: Caller | null, endpoint: Endpoint): Caller | null => {
  const { access } = endpoint
  if (caller?.actor) refuseActing(endpoint)
  // On public calls, staff who still have to set up a second factor count as anonymous.
  if (access === 'public') return caller?.secondFactorDue ? null : caller
  if (!caller) throw unauthenticated()
  if (caller.byCard) refuseCard(endpoint)
  if (access === 'session') return caller
  refuseState(caller)
  if (access === 'enrolling') return caller
  if (caller.secondFactorDue) {
    throw forbidden('Please set up a second factor for signing in first.', 'second_factor_due')
  }
  if (access !== 'signedIn' && !passesGuard(access, caller.role, caller.tier)) throw forbidden()
  return caller
}

/** An admin acting as another person cannot change anything, and reads only what rules/access opens to admins. */
const refuseActing = ({ access, learner, whileActing, ...endpoint }: Endpoint) => {
  if (whileActing) return
  if (!isRead(endpoint)) {
    throw forbidden(
      'You’re viewing the site as someone else, so you can’t change anything.',
      'read_only',
    )
  }
  const isOpen = access === 'public' || (learner !== undefined && isOpenToAdmins(learner.may))
  if (!isOpen) {
    throw forbidden(
      'This stays private, even while you’re viewing the site as someone else.',
      'private',
    )
  }
}

/** A session by card changes nothing that lasts longer than itself. */
const refuseCard = ({ learner, notByCard }: Endpoint) => {
  if (notByCard || (learner !== undefined && !isOpenByCard(learner.may))) throw refusedByCard()
}

/** Refuses to a session by card what only part of a call's input would do. */
export const refusedByCard = () =>
  forbidden(
    'You’re signed in with a card, so this isn’t possible here. Sign in with your password, or ask the people who look after you.',
    'card_session',
  )

const refuseState = (caller: Caller) => {
  if (caller.status === 'pending_consent') {
    throw forbidden('Your guardian has not agreed yet.', 'pending_consent')
  }
  if (!caller.emailVerified) {
    throw forbidden('Please confirm your email address first.', 'email_not_verified')
  }
  if (caller.status === 'suspended') throw forbidden('This account is suspended.', 'suspended')
  if (caller.status === 'closing') {
    throw forbidden('This account is about to be deleted. You can still undo that.', 'closing')
  }
}
