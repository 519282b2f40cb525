import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { accounts } from '#contract/accounts'
import type { EndpointTable } from '#contract/endpoint'
import { readConfig } from '#platform/config'
import { openEvents } from '#platform/events'
import { openFiles } from '#platform/files'
import type { Files } from '#platform/files'
import { createJobs } from '#platform/jobs'
import { createLimits } from '#platform/limits'
import { createMail } from '#platform/mail'
import { createApp } from '#server/app'
import { createTestDatabase } from '#testing/database'
import { silentLog } from '#testing/silent-log'
import { createClient } from '#web/client'
import type { Client } from '#web/client'

/** What a call that did not succeed answered. */
export class Refused extends Error {
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
  /** The typed calls of a feature, as this person: `ada.call(quests).listQuests()`. */
  call: <T extends EndpointTable>(table: T) => Client<T>
  headers: Record<string, string>
}

export type Person = Visitor & { id: string; email: string }

export type TestApp = Awaited<ReturnType<typeof startApp>>

const PASSWORD = 'Str0ng-enough!'

type StartOptions = {
  /** Configuration by environment variable, on top of the tests' own. */
  env?: Record<string, string>
  /** True runs background jobs as well (mails go to SMTP_URL, else into the mailbox). */
  work?: boolean
  /** Where uploads are kept; a folder that goes with the app when left out. */
  files?: Files
}

/**
 * A real app on a real, empty database of its own, called without a network. Time stands still unless `moveClock` moves it.
 */
export const startApp = async (options: StartOptions = {}) => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'lodestar-app-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://lodestar.test',
    ...options.env,
  })
  const events = await openEvents(database.connection, silentLog)
  const jobs = createJobs(database.connection, silentLog)
  const limits = createLimits(database.db)
  let now = new Date()
  const { http, parts, stopServing } = await createApp({
    config,
    db: database.db,
    events,
    files: options.files ?? (await openFiles(config, path.join(folder, 'files'))),
    jobs,
    limits,
    clock: () => now,
    mail: createMail(config, database.db, jobs, silentLog),
    secret: Buffer.from('only the tests use this very secret'),
    log: silentLog,
    scratchFolder: path.join(folder, 'uploads'),
    webFolder: path.resolve('build/client'),
  })
  await jobs.start({ work: options.work === true })

  const visitor = (headers: Record<string, string> = {}): Visitor => ({
    headers,
    call: createClient(async ({ method, path, body, headers: own }) => {
      const form = body instanceof FormData ? new Response(body) : undefined
      const response = await http.inject({
        method,
        url: path,
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
    }),
  })
  const anyone = visitor()

  /** Signs in and answers as that person. */
  const signIn = async (email: string, password = PASSWORD): Promise<Person> => {
    const session = await anyone.call(accounts).login({ body: { email, password } })
    const headers = { authorization: `Bearer ${session.app_access_token}` }
    return { ...visitor(headers), id: session.user.id, email }
  }

  return {
    http,
    parts,
    /** Holds `files` and `uploads`; gone after `stop`. */
    folder,
    db: database.db,
    stopServing,
    visitor,
    anyone,
    signIn,
    /** A person who registered, confirmed the address and signed in. Born in 2000 unless said otherwise. */
    person: async (
      given: {
        role?: 'student' | 'parent' | 'advisor' | 'educator' | 'admin' | 'observer'
        firstName?: string
        lastName?: string
        dateOfBirth?: string
        status?: 'active' | 'pending_consent' | 'suspended'
        verified?: boolean
      } = {},
    ): Promise<Person> => {
      const email = `${randomUUID()}@example.org`
      await anyone.call(accounts).register({
        body: {
          first_name: given.firstName ?? 'Ada',
          last_name: given.lastName ?? 'Lovelace',
          email,
          date_of_birth: given.dateOfBirth ?? '2000-01-01',
          parent_email: 'guardian@example.org',
          password: PASSWORD,
          confirmPassword: PASSWORD,
          acceptedLegalTerms: true,
        },
      })
      await database.db
        .updateTable('users')
        .set({
          role: given.role ?? 'student',
          status: given.status ?? 'active',
          email_verified_at: given.verified === false ? null : now.toISOString(),
        })
        .where('email', '=', email)
        .execute()
      return signIn(email)
    },
    /** @param ms milliseconds to move forward */
    moveClock: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    stop: async () => {
      await http.close()
      await jobs.stop()
      await events.close()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}
