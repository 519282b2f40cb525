import type { FastifyRequest } from 'fastify'

import { auth } from '#contract/auth'
import { WAIT_A_FEW_MINUTES } from '#contract/limits'
import { findSettings } from '#features/site'
import { transaction } from '#platform/database'
import { type App, conflict, invalid, notFound, serve } from '#platform/http'
import { type Limit, type Limits, networkOf } from '#platform/limits'

import { showActing } from './acting.ts'
import { clearSession } from './cookies.ts'
import { rejectGuessablePassword } from './password-policy.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessions, findCredentials, findUser, listLiveSessions } from './queries.ts'
import { sendRecoveryEmail, resetPassword, storePassword, verifyEmail } from './recover.ts'
import { refreshSession } from './refresh.ts'
import { register } from './register.ts'
import { isStillPassword, signIn } from './sign-in.ts'

/** Registration reveals whether an address has an account; this limit prevents enumeration of a list. */
const TAKEN: Limit = {
  name: 'register-taken',
  points: 20,
  seconds: 3600,
  message: 'Too many registration attempts. Please wait a few minutes and try again.',
}
const TAKEN_MESSAGE = 'An account with this email already exists.'
const MAILS: Limit = {
  name: 'mails',
  points: 10,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
}
const MAILS_PER_NETWORK: Limit = { ...MAILS, name: 'mails-network', points: 60 }

const SENT = 'If there is an account for this address, an email is on its way.'

export const authRoutes = (app: App): void => {
  const { jobs } = app.parts
  jobs.work<{ kind: 'verify_email' | 'reset_password'; email: string }>('mail-if-known', (data) =>
    sendRecoveryEmail(app.parts, data),
  )

  serve(app, auth, {
    me: async ({ db, caller }) => {
      if (caller.actor) return showActing(db, caller.userId, caller.sessionId)
      const user = (await findUser(db, caller.userId)) ?? gone()
      return { ...user, ...(caller.byCard && { by_card: true }) }
    },

    login: ({ body, request, reply, caller: _, ...parts }) =>
      signIn(parts, { request, reply }, body),

    loginByName: ({ body, request, reply, caller: _, ...parts }) =>
      signIn(parts, { request, reply }, body),

    register: async ({ body, request, once, ...parts }) => {
      const network = networkOf(request.ip)
      const user = await register(parts, once, body, network)
      if (!user) {
        await parts.limits.take(TAKEN, network)
        throw conflict(TAKEN_MESSAGE, { email: TAKEN_MESSAGE })
      }
      return {
        user,
        session: { authenticated: false },
        message:
          user.status === 'pending_consent'
            ? 'Account created. We have asked your parent or guardian to agree.'
            : 'Account created. Please confirm your email address.',
        email_verification_required: true,
      }
    },

    logout: async ({ db, caller, callers, clock, reply }) => {
      await endSessions(db, caller.userId, { only: caller.sessionId }, clock())
      // An admin who signs out while acting as another person also ends their own session.
      if (caller.actor) {
        const { userId, sessionId } = caller.actor
        await endSessions(db, userId, { only: sessionId }, clock())
      }
      callers.forget(caller.userId)
      clearSession(reply)
      return { message: 'Logged out successfully' }
    },

    refresh: ({ body, request, reply, ...parts }) =>
      refreshSession(parts, { request, reply }, body.refresh_token),

    verifyEmail: async ({ body, ...parts }) => {
      await verifyEmail(parts, body.token)
      return { message: 'Your email address is confirmed. You can sign in now.' }
    },

    resendVerification: async ({ body, request, db, jobs, limits }) => {
      await takeMail(limits, 'verify', body.email, request)
      await jobs.enqueue(db, 'mail-if-known', { kind: 'verify_email', email: body.email })
      return { message: SENT }
    },

    forgotPassword: async ({ body, request, db, jobs, limits }) => {
      await takeMail(limits, 'reset', body.email, request)
      await jobs.enqueue(db, 'mail-if-known', { kind: 'reset_password', email: body.email })
      return { message: SENT }
    },

    resetPassword: async ({ body, request, ...parts }) => {
      await resetPassword(parts, body, networkOf(request.ip))
      return { message: 'Your password has been changed. You can sign in now.' }
    },

    changePassword: async ({ caller, body, ...parts }) => {
      const account = await findCredentials(parts.db, caller.userId)
      const matches = await verifyPassword(
        body.current_password,
        account?.password_hash,
        caller.userId,
      )
      if (!account || !matches) throw wrongPassword()
      rejectGuessablePassword(body.password, (await findSettings(parts)).site_name)
      const password_hash = await hashPassword(body.password, caller.userId)
      await transaction(parts.db, async (db) => {
        if (!(await isStillPassword(db, account))) throw wrongPassword()
        await storePassword(parts, db, caller.userId, password_hash, caller.sessionId)
      })
      parts.callers.forget(caller.userId)
      return { message: 'Your password has been changed. Your other devices have been signed out.' }
    },

    listSessions: async ({ db, caller, clock }) => {
      const sessions = await listLiveSessions(db, caller.userId, clock())
      return {
        items: sessions.map((session) => ({
          ...session,
          current: session.id === caller.sessionId,
        })),
        next_cursor: null,
      }
    },

    endSession: async ({ db, caller, callers, clock, params }) => {
      const ended = await endSessions(db, caller.userId, { only: params.id }, clock())
      if (ended === 0) throw notFound()
      callers.forget(caller.userId)
    },
  })
}

const wrongPassword = () => {
  const message = 'The current password is incorrect.'
  return invalid(message, { current_password: message })
}

/** Anyone can request these emails for any address, so they are limited per address and network, and per network. */
const takeMail = async (limits: Limits, kind: string, email: string, request: FastifyRequest) => {
  const network = networkOf(request.ip)
  await limits.take(MAILS, `${kind}|${email}|${network}`)
  await limits.take(MAILS_PER_NETWORK, network)
}

/** An account can be deleted between the session check and the query; it is then signed out. */
const gone = (): never => {
  throw notFound('This account no longer exists.')
}
