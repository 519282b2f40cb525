import type { FastifyRequest } from 'fastify'

import {
  type AccountStatus,
  type Endpoint,
  isOpenToAdmins,
  passesGuard,
  type Role,
  type Tier,
} from '#contract/endpoint'
import type { Trace } from '#platform/trace'

import { forbidden, unauthenticated } from './errors.ts'
import { isRead } from './learner.ts'

/** Who calls, as the session store knows it at this moment. */
export type Caller = {
  userId: string
  sessionId: string
  role: Role
  tier: Tier
  status: AccountStatus
  emailVerified: boolean
  /** The admin who is signed in as this person, and sees only what admins may see. */
  actor?: Caller
  /** Staff who have yet to set up the second factor that this site asks of them. */
  secondFactorDue: boolean
}

/** Knows who is behind a request. */
export type Callers = {
  /** The live session behind a request, or null. Throws 403 for a forged cross-site write. */
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** Looks at the database again at this person's next request (after sign-out, suspension, a new role). */
  forget: (userId: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every endpoint of a table before its body is read. */
    caller: Caller | null
    /** The body of a webhook as it came. */
    signedBytes: Buffer | null
    /** What is done for this request. */
    trace: Trace
  }
  interface FastifyContextConfig {
    /** A file of the web app. */
    isFile?: boolean
    endpoint?: Endpoint
  }
}

/**
 * Lets a request in or throws: 401 without a live session, 403 in the wrong role or state.
 * Runs before the body is read, so that a refused caller costs nothing.
 */
export const authorizeCall = (caller: Caller | null, endpoint: Endpoint): Caller | null => {
  const { access } = endpoint
  if (caller?.actor) refuseActing(endpoint)
  // Where strangers may call, those who have yet to set up a second factor are strangers.
  if (access === 'public') return caller?.secondFactorDue ? null : caller
  if (!caller) throw unauthenticated()
  if (access === 'session') return caller
  refuseState(caller)
  if (access === 'enrolling') return caller
  if (caller.secondFactorDue) {
    throw forbidden('Please set up a second factor for signing in first.', 'second_factor_due')
  }
  if (access !== 'signedIn' && !passesGuard(access, caller.role, caller.tier)) throw forbidden()
  return caller
}

/** An admin who is signed in as somebody else changes nothing, and reads what rules/access opens to admins. */
const refuseActing = ({ access, learner, whileActing, ...endpoint }: Endpoint) => {
  if (whileActing) return
  if (!isRead(endpoint)) {
    throw forbidden('You are signed in as somebody else, to look and not to change.', 'read_only')
  }
  const isOpen = access === 'public' || (learner !== undefined && isOpenToAdmins(learner.may))
  if (!isOpen) {
    throw forbidden('This stays private, also while you are signed in as somebody.', 'private')
  }
}

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
