import { randomBytes } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LoginReply, SignInReply, User } from '#contract/auth'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { DomainError, forbidden, notFound, type Parts, rejectProxied } from '#platform/http'
import { type Limit, networkOf } from '#platform/limits'

import { signAccessToken } from './access-token.ts'
import { setSessionCookies } from './cookies.ts'
import { verifyPassword } from './passwords.ts'
import {
  findAccountByEmail,
  findAccountByName,
  findCredentials,
  findUser,
  insertSession,
  listFactors,
  lockAccount,
} from './queries.ts'
import { refreshTokenOf } from './refresh-token.ts'
import { startSignInStep, STEP_MINUTES } from './steps.ts'

const PER_ACCOUNT: Limit = {
  name: 'login',
  points: 20,
  seconds: 300,
  message: 'Too many login attempts. Please wait a moment and try again.',
}

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply }
export type Tokens = { access_token: string; refresh_token: string }

/**
 * Checks a password, then opens a session or asks for the second factor. An unknown address or name and a wrong password fail
 * alike, after the same time.
 */
export const signIn = async (
  parts: Parts,
  door: HttpExchange,
  given: { password: string } & ({ email: string } | { sign_in_name: string }),
): Promise<SignInReply> => {
  const address = door.request.ip
  const network = networkOf(address)
  const isByEmail = 'email' in given
  const login = isByEmail ? given.email : given.sign_in_name
  const pair = `${login}|${network}`
  await parts.limits.take(PER_ACCOUNT, pair)
  const account = await (isByEmail ? findAccountByEmail : findAccountByName)(parts.db, login)
  const matches = await verifyPassword(given.password, account?.password_hash, network)
  if (account?.status === 'suspended' && matches) throw suspended()
  const opened =
    account &&
    matches &&
    (await transaction(parts.db, async (db) =>
      (await isStillPassword(db, account))
        ? afterFirstStep({ ...parts, db }, door, account.id)
        : undefined,
    ))
  if (!opened) {
    await recordAudit(parts.db, {
      subjectId: account?.id ?? null,
      action: 'sign_in_refused',
      address,
    })
    const named = isByEmail ? 'email' : 'sign-in name'
    throw new DomainError(401, 'invalid_credentials', `The ${named} or password is incorrect.`)
  }
  await parts.limits.forget(PER_ACCOUNT, pair)
  return opened
}

/**
 * Locks an account whose password was checked. False if it has another one now: checking takes long, and whoever only knows the
 * old one would outlast the change.
 */
export const isStillPassword = async (
  db: Db,
  { id, password_hash }: { id: string; password_hash: string },
): Promise<boolean> => (await lockAccount(db, id))?.password_hash === password_hash

const suspended = () => forbidden('This account is suspended. Please contact support.', 'suspended')

/** Opens a session after the first factor if none else is required; otherwise asks for the second factor. */
export const afterFirstStep = async (
  parts: Parts,
  door: HttpExchange,
  userId: string,
): Promise<SignInReply> =>
  transaction(parts.db, async (db) => {
    await lockAccount(db, userId)
    const factors = await listFactors(db, userId)
    if (factors.length === 0) return openSession({ ...parts, db }, door, userId)
    const now = parts.clock()
    return {
      session: { authenticated: false },
      second_factor: {
        token: await startSignInStep(db, { purpose: 'second_factor', userId }, now),
        factors,
        expires_at: new Date(now.getTime() + STEP_MINUTES * 60_000).toISOString(),
      },
    }
  })

/** Opens a session for an authenticated person or a new account. @param how.card for a session by card, which ends then */
export const openSession = async (
  parts: Parts,
  door: HttpExchange,
  userId: string,
  { card }: { card?: { until: string } } = {},
): Promise<LoginReply> => {
  rejectProxied(parts.config, door.request)
  const device = (door.request.headers['user-agent'] ?? 'unknown').slice(0, 300)
  const from = { device, address: door.request.ip, ...(card && { card }) }
  const { user, session } = await startSession(parts, userId, from)
  return loginReply(user, await sendTokens(parts, door, { ...session, userId }))
}

/**
 * Opens the first session of an account created by link, also for a retry of that request (`once`). Refused after a password
 * change or once a second factor exists, so that a replayed request opens nothing that signing in would not.
 * @throws notFound
 */
export const openFirstSession = async (
  parts: Parts,
  door: HttpExchange,
  { userId, password }: { userId: string; password: string },
): Promise<LoginReply> => {
  const account = await findCredentials(parts.db, userId)
  const network = networkOf(door.request.ip)
  const matches = await verifyPassword(password, account?.password_hash, network)
  return transaction(parts.db, async (db) => {
    const isTheSame =
      account &&
      matches &&
      (await isStillPassword(db, account)) &&
      (await listFactors(db, userId)).length === 0
    if (!isTheSame) throw notFound('This link has already been used. Please sign in.')
    return openSession({ ...parts, db }, door, userId)
  })
}

/** Creates and records a session, unless the person is suspended. */
export const startSession = async (
  parts: Parts,
  userId: string,
  { device, address, card }: { device: string; address: string; card?: { until: string } },
) => {
  const user = await findUser(parts.db, userId)
  if (!user) throw notFound('This account no longer exists.')
  if (user.status === 'suspended') throw suspended()
  const session = await insertSession(
    parts.db,
    { userId, seed: randomBytes(32), device, ...(card && { card }) },
    parts.clock(),
  )
  await recordAudit(parts.db, {
    actorId: userId,
    subjectId: userId,
    action: 'signed_in',
    address,
    ...(card && { detail: { by: 'card' } }),
  })
  return { user: { ...user, ...(card && { by_card: true }) }, session }
}

export const loginReply = (user: User, tokens: Tokens): LoginReply => ({
  user,
  session: { authenticated: true },
  app_access_token: tokens.access_token,
  app_refresh_token: tokens.refresh_token,
})

/** Sends the tokens of a session's current generation in the reply and as cookies. */
export const sendTokens = async (
  parts: Parts,
  { request, reply }: HttpExchange,
  session: { id: string; userId: string; seed: Buffer; generation: number },
): Promise<Tokens> => {
  const { userId, id: sessionId } = session
  const access_token = signAccessToken(parts, { userId, sessionId })
  setSessionCookies(request, reply, access_token, parts.config.publicUrl.startsWith('https:'))
  return { access_token, refresh_token: refreshTokenOf(parts.secret, session) }
}
