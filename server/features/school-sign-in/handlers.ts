import type { FastifyReply } from 'fastify'

import { type SchoolReply, schoolSignIn } from '#contract/school-sign-in'
import { afterFirstStep, findCredentials, isPassword } from '#features/auth'
import { requireProof } from '#features/second-factor'
import { emailRecipient, hasAddress } from '#features/site'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import {
  type App,
  conflict,
  DomainError,
  notFound,
  type Parts,
  serve,
  unauthenticated,
} from '#platform/http'
import { seal, unseal } from '#platform/sealed'

import {
  findLink,
  findLinked,
  link,
  linkByRoster,
  markUsed,
  unknownAccount,
  unlink,
} from './accounts.ts'
import { schoolLinkedEmail } from './emails.ts'
import { type PendingSignIn, createProvider } from './provider.ts'
import type { SchoolClaims } from './tenant.ts'

// Only the browser that started can finish: a link prepared by another person signs nobody in.
const COOKIE = 'school_sign_in'
const COOKIE_PATH = '/api/auth/school'
const SEALED = 'school sign-in'
const MINUTES = 10

/** `userId` is set when a signed-in person links a school account. */
type StoredSignIn = PendingSignIn & { userId?: string; until: number }

export const schoolSignInRoutes = (app: App): void => {
  const provider = createProvider(app.parts.config)

  const begin = async (parts: Parts, reply: FastifyReply, userId?: string) => {
    const { url, begun } = await provider.beginAt()
    const until = parts.clock().getTime() + MINUTES * 60_000
    const kept: StoredSignIn = { ...begun, until, ...(userId && { userId }) }
    reply.setCookie(COOKIE, await seal(parts.secret, SEALED, kept), {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: parts.config.publicUrl.startsWith('https:'),
      maxAge: MINUTES * 60,
    })
    return { url }
  }

  serve(app, schoolSignIn, {
    beginSchoolSignIn: ({ reply, ...parts }) => begin(parts, reply),

    finishSchoolSignIn: async ({
      caller,
      body,
      request,
      reply,
      ...parts
    }): Promise<SchoolReply> => {
      const kept = await unseal<StoredSignIn>(parts.secret, SEALED, request.cookies[COOKIE] ?? '')
      reply.clearCookie(COOKIE, { path: COOKIE_PATH })
      if (!kept || kept.until < parts.clock().getTime()) throw over()
      const claims = await provider.finishAt(body.query, kept)
      const address = request.ip
      if (kept.userId !== undefined) {
        if (caller?.userId !== kept.userId) throw unauthenticated()
        await linkOwn(parts, claims, kept.userId, address)
        return { linked: true }
      }
      const userId = await transaction(parts.db, (db) => ownerOf(parts, db, claims, address))
      if (!userId) {
        await recordAudit(parts.db, { subjectId: null, action: 'school_sign_in_refused', address })
        throw unknownAccount(parts.config.OIDC_NAME)
      }
      return afterFirstStep(parts, { request, reply }, userId)
    },

    schoolAccount: async ({ db, caller, config }) => ({
      name: config.OIDC_ISSUER ? config.OIDC_NAME : null,
      linked_at: (await findLink(db, caller.userId))?.linked_at ?? null,
    }),

    beginSchoolLink: async ({ caller, body, reply, ...parts }) => {
      await requireProof(parts, caller, body)
      return begin(parts, reply, caller.userId)
    },

    unlinkSchool: async ({ caller, body, audit, ...parts }) => {
      await requireProof(parts, caller, body)
      await transaction(parts.db, async (db) => {
        const account = await findCredentials(db, caller.userId)
        if (!isPassword(account?.password_hash)) {
          throw conflict('You have no password yet: choose one first with "Forgot your password?".')
        }
        if (!(await unlink(db, caller.userId))) throw notFound()
        await audit(db, 'school_account_unlinked')
      })
    },
  })
}

const over = () =>
  new DomainError(
    401,
    'step_over',
    'This took too long or was started elsewhere. Please try again.',
  )

const ownerOf = async (parts: Parts, db: Db, claims: SchoolClaims, address: string) => {
  const linked = await findLinked(db, claims)
  const userId =
    linked?.user_id ??
    (await linkByRoster(db, claims, parts.config, { address, now: parts.clock() }))
  if (userId) await markUsed(db, claims, parts.clock())
  return userId
}

const linkOwn = (parts: Parts, claims: SchoolClaims, userId: string, address: string) =>
  transaction(parts.db, async (db) => {
    await link(db, claims, { userId, by: 'person', address })
    const owner = await db
      .selectFrom('accounts')
      .select(['email', 'first_name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (!hasAddress(owner)) return
    const to = await emailRecipient({ ...parts, db }, owner)
    await parts.mail.send(db, schoolLinkedEmail(to, parts.config.OIDC_NAME))
  })
