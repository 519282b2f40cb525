import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { auth, type LoginReply, type Registration, type SignInReply } from '#contract/auth'
import type { AccountStatus, EndpointTable, Role } from '#contract/endpoint'
import { hashPassword, signAccessToken, startSession } from '#features/auth'
import { shippedPlan, storeDiplomaPlan } from '#features/credits'
import { LEGAL_VERSION, storePolicy } from '#features/site'
import { readConfig } from '#platform/config'
import { type Db, noReplica } from '#platform/database'
import { type Files, openFiles } from '#platform/files'
import type { Parts } from '#platform/http'
import { createJobs, type Jobs } from '#platform/jobs'
import { createLimits } from '#platform/limits'
import { createMail } from '#platform/mail'
import { openPubSub } from '#platform/pubsub'
import { needsConsent } from '#rules/age'
import { createApp } from '#server/app'
import { createTestDatabase, openSecondPool, type TestDatabase } from '#testing/database'
import { silentLog } from '#testing/silent-log'

import { type Client, createClient } from '../web/api/client.ts'

/** Response of a failed call. */
class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly headers: Record<string, unknown>
  constructor(status: number, body: unknown, headers: Record<string, unknown>) {
    const { error } = (body ?? {}) as {
      error?: { code: string; message: string; fields?: Record<string, string> }
    }
    super(error?.message ?? `status ${status}`)
    this.status = status
    this.code = error?.code ?? ''
    this.fields = error?.fields ?? {}
    this.headers = headers
  }
}

export type Visitor = {
  /** Typed calls of a feature, as this person: `ada.call(quests).listQuests()`. */
  call: <T extends EndpointTable>(table: T) => Client<T>
  headers: Record<string, string>
}

export type Person = Visitor & { id: string; email: string }

/** Password of everyone who registers in a test. */
export const PASSWORD = 'Str0ng-enough!'

// Hashed once, because hashing is slow by design.
const passwordHash = await hashPassword(PASSWORD)

const YEAR_MS = 365.25 * 24 * 3_600_000

export type TestApp = {
  http: FastifyInstance
  parts: Parts
  database: TestDatabase
  db: Db
  /** Contains `files` and `uploads`; deleted by `stop`. */
  folder: string
  stopServing: () => void
  visitor: (headers?: Record<string, string>, remoteAddress?: string) => Visitor
  /** A caller without a session. */
  anyone: Visitor
  /** Signs in and returns that person. */
  signIn: (email: string, password?: string) => Promise<Person>
  /** Inserts a person as after registration, verification and sign-in, without any email. Born in 2000 by default. */
  person: (given?: {
    email?: string
    role?: Role
    firstName?: string
    lastName?: string
    dateOfBirth?: string
    status?: AccountStatus
    verified?: boolean
  }) => Promise<Person>
  /** Birthday (YYYY-MM-DD) of someone who has had this age for half a year. */
  birthdayAt: (age: number) => string
  /** @param ms milliseconds to move forward */
  moveClock: (ms: number) => void
  /** Runs the handler of a queue or a schedule, once and now. */
  runJob: (name: string, data?: object) => Promise<void>
  stop: () => Promise<void>
}

/** Body of a registration. Each has a unique address. */
export const registration = (): Registration => ({
  account_type: 'student',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `${randomUUID()}@example.org`,
  date_of_birth: '2000-01-01',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  acceptedLegalTerms: true,
})

/** Session of a sign-in reply. */
export const sessionIn = (reply: SignInReply): LoginReply => {
  if ('user' in reply) return reply
  throw new Error('A second factor is asked for.')
}

type StartOptions = {
  /** Environment variables that override the tests' defaults. */
  env?: Record<string, string>
  /** Also runs background jobs (emails go to SMTP_URL, or else into the mailbox). */
  work?: boolean
  /** File storage; default: a folder that is deleted with the app. */
  files?: Files
  /** Number of connections; default 1. Concurrency tests need more. */
  poolSize?: number
  /** Another node of the same site: shares that app's database and clock. */
  beside?: TestApp
  /** Default: no log. */
  log?: Logger
  /** Database left by another site, instead of an empty one; survives this app. */
  database?: Pick<TestDatabase, 'connection'>
}

/** Collects the handlers that features register from now on. */
const handlersOf = (jobs: Jobs): TestApp['runJob'] => {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const { work, schedule } = jobs
  jobs.work = (name, handler, how) => {
    handlers.set(name, handler as (data: object) => Promise<void>)
    work(name, handler, how)
  }
  jobs.schedule = (name, cron, handler, how) => {
    handlers.set(name, handler)
    schedule(name, cron, handler, how)
  }
  return async (name, data = {}) => handlers.get(name)!(data)
}

/** A real app on its own new database, called without a network. The clock changes only by `moveClock`. */
export const startApp = async (options: StartOptions = {}): Promise<TestApp> => {
  const { beside, poolSize = 1, log = silentLog } = options
  const given = beside?.database ?? options.database
  const database = given ? await openSecondPool(given) : await createTestDatabase({ poolSize })
  if (!given) {
    // Six times the usual credit for the same work, so that one task's credit is visible in two decimals.
    await storeDiplomaPlan(database.db, { ...shippedPlan, version: 1, xp_per_credit: 1000 })
    await storePolicy(database.db, new Date())
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'lodestar-app-'))
  const config = readConfig({
    NODE_ENV: 'test',
    // Disables load shedding, however busy the test machine is.
    SHED_AFTER_MS: '0',
    PUBLIC_URL: 'http://lodestar.test',
    SUPPORT_EMAIL: 'support@example.org',
    ...options.env,
  })
  const pubsub = await openPubSub(database.connection, log)
  const jobs = createJobs(database.connection, pubsub, log)
  const runJob = handlersOf(jobs)
  const secret = Buffer.from('only the tests use this very secret')
  const limits = createLimits(database.db, secret)
  let now = new Date()
  const { http, parts, stopServing } = await createApp({
    config,
    db: database.db,
    pubsub,
    files: options.files ?? (await openFiles(config, path.join(folder, 'files'))),
    jobs,
    limits,
    clock: beside ? beside.parts.clock : () => now,
    mail: createMail(config, secret, database.db, jobs, log),
    replica: noReplica(database.db),
    secret,
    log,
    scratchFolder: path.join(folder, 'uploads'),
    webFolder: path.resolve('build/client'),
  })
  await jobs.start({ work: options.work === true })

  const visitor = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1'): Visitor => {
    const client = createClient(async ({ method, path, body, headers: own }) => {
      const form = body instanceof FormData ? new Response(body) : undefined
      const response = await http.inject({
        method,
        url: path,
        remoteAddress,
        headers: {
          ...headers,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
          ...own,
        },
        ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : {}),
        ...(typeof body === 'string' ? { payload: body } : {}),
      })
      const json = response.headers['content-type']?.toString().includes('json')
      const reply: unknown = json ? response.json() : undefined
      if (response.statusCode >= 400)
        throw new Refused(response.statusCode, reply, response.headers)
      return reply
    })
    return { headers, call: (table) => client('', table) }
  }
  const anyone = visitor()
  let people = 0
  // Everyone has a unique address, so that only tests of address limits reach them.
  const newAddress = () => {
    people += 1
    return `10.0.${people >> 8}.${people & 255}`
  }
  const withToken = (token: string) => visitor({ authorization: `Bearer ${token}` })

  const signIn: TestApp['signIn'] = async (email, password = PASSWORD) => {
    const signedOut = visitor({}, newAddress())
    const session = sessionIn(await signedOut.call(auth).login({ body: { email, password } }))
    return { ...withToken(session.app_access_token), id: session.user.id, email }
  }

  return {
    http,
    parts,
    database,
    folder,
    db: database.db,
    stopServing,
    visitor,
    anyone,
    signIn,
    person: async (given = {}) => {
      const {
        firstName: first_name = 'Ada',
        lastName: last_name = 'Lovelace',
        dateOfBirth: date_of_birth = '2000-01-01',
        role = 'student',
        status = 'active',
        verified = true,
        email = `${randomUUID()}@example.org`,
      } = given
      const at = parts.clock().toISOString()
      const isChild = needsConsent(date_of_birth, at.slice(0, 10))
      const { id } = await database.db
        .insertInto('users')
        .values({
          email,
          first_name,
          last_name,
          date_of_birth,
          role,
          status,
          password_hash: passwordHash,
          email_verified_at: verified ? at : null,
          parent_email: isChild ? 'guardian@example.org' : null,
          legal_version: LEGAL_VERSION,
          legal_accepted_at: at,
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const from = { device: 'a test', address: newAddress() }
      const { session } = await startSession(parts, id, from)
      return {
        ...withToken(signAccessToken(parts, { userId: id, sessionId: session.id })),
        id,
        email,
      }
    },
    birthdayAt: (age) =>
      new Date(parts.clock().getTime() - (age + 0.5) * YEAR_MS).toISOString().slice(0, 10),
    moveClock: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    runJob,
    stop: async () => {
      await http.close()
      await jobs.stop()
      await pubsub.close()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}
