import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'

import { type Db, openDatabase } from '#platform/database'
import { silentLog } from '#testing/silent-log'

import playwrightConfig from '../playwright.config.ts'
import { ADVISOR, GUARDIAN, idOf } from './create-learners.ts'
import { databaseOf, startBenchServer } from './databases.ts'
import { startSite } from './start-site.ts'
import { storeConversations } from './store-conversations.ts'

// npm run bench -- interactions [name …]: time from a press to the next frame (INP) of what people do most, in Chromium as a phone
// with a processor slowed four times. The learner has four years of work, the conversation ten thousand messages.

const SIZE = { learners: 12, submissions: 4800 }
/** Bench learners have sixteen weeks of work: stretched to four years. */
const STRETCH = 13
const MESSAGES = 10_000
/** Numbers of the guardian's children. */
const CHILDREN = [1, 2, 3]
const LESSONS = 20
const DAY_MS = 86_400_000
const SLOWER = 4
const ROUNDS = 5
/** Target of each interaction, in ms. */
const WANTED = 200
const PHONE = { width: 390, height: 844 }

const LEARNER = 1
const FRIEND = 2
const CONVERSATION = '00000000-0000-4000-8000-000000000001'

const makeHistory = async (db: Db) => {
  await db.connection().execute(async (db) => {
    // Lifts the triggers that keep submitted work as it is.
    await sql`set session_replication_role = replica`.execute(db)
    for (const [table, columns] of [
      ['attempts', ['submitted_at', 'decided_at']],
      ['xp_entries', ['created_at']],
      ['enrollments', ['started_at', 'last_worked_at', 'completed_at']],
      ['users', ['created_at']],
    ] as const) {
      const stretched = columns.map((name) => `${name} = now() - (now() - ${name}) * ${STRETCH}`)
      await sql.raw(`update ${table} set ${stretched.join(', ')}`).execute(db)
    }
    await sql`delete from guardian_links where learner_id <> all(${CHILDREN.map(idOf)}::uuid[])`.execute(
      db,
    )
    const pair = sql`select ${CONVERSATION}::uuid as id, ${idOf(LEARNER)}::uuid as one, ${idOf(FRIEND)}::uuid as other`
    await storeConversations(db, pair, { each: MESSAGES, unread: 0 })
  })
}

type Tokens = { user: object; app_access_token: string }

const server = await startBenchServer()
const connection = await databaseOf(server.connection, SIZE)
const db = openDatabase({ connection, poolSize: 1, log: silentLog })
await makeHistory(db).finally(() => db.destroy())
const site = await startSite(connection)
const url = `http://127.0.0.1:${site.ports.product}`

const tokensOf = async (learner: number): Promise<Tokens> => {
  const response = await fetch(`${url}/bench/sign-in/${learner}`, { method: 'POST' })
  return response.json() as Promise<Tokens>
}

/** Four lessons on each school day, for a year. */
const makeTimetable = async () => {
  const { app_access_token } = await tokensOf(LEARNER)
  const headers = {
    authorization: `Bearer ${app_access_token}`,
    'content-type': 'application/json',
  }
  for (let lesson = 0; lesson < LESSONS; lesson += 1) {
    const day = new Date(Date.now() + (lesson % 5) * DAY_MS).toISOString().slice(0, 10)
    const hour = 8 + Math.floor(lesson / 5)
    const body = {
      title: `Lesson ${lesson + 1}`,
      start: `${day}T${String(hour).padStart(2, '0')}:00:00Z`,
      end: `${day}T${String(hour).padStart(2, '0')}:45:00Z`,
      time_zone: 'UTC',
      recurrence: { every: 'week' },
    }
    const add = () =>
      fetch(`${url}/api/calendar/events`, { method: 'POST', headers, body: JSON.stringify(body) })
    let response = await add()
    // A node that has just started may be busy.
    for (let tries = 0; response.status === 503 && tries < 10; tries += 1) {
      await sleep(1000)
      response = await add()
    }
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
}

/** Durations of all interactions since the last call, in ms; Chromium rounds them to eight. */
const durationsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        // The last interaction's entry follows its frame.
        setTimeout(() => {
          const { interactions } = window as unknown as { interactions: number[] }
          resolve(interactions.splice(0))
        }, 1000)
      }),
  )

const observe = () => {
  const interactions: number[] = []
  Object.assign(window, { interactions })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) interactions.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** A phone on which somebody is signed in. */
const phoneOf = async (browser: Browser, person: number) => {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const { user, ...tokens } = await tokensOf(person)
  await context.addInitScript(observe)
  await context.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept))
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
    },
    Object.fromEntries(
      Object.entries({ user: JSON.stringify(user), ...tokens }).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

type Interaction = {
  name: string
  person: number
  /** Path of the page on which it begins. */
  at: string
  /** Brings the page to where it is measured. */
  prepare?: (page: Page) => Promise<void>
  act: (page: Page) => Promise<void>
}

const INTERACTIONS: Interaction[] = [
  {
    name: 'open a quest',
    person: LEARNER,
    at: '/quests',
    act: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().tap()
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      await page.waitForURL(/quests\/./)
    },
  },
  {
    name: 'hand in',
    person: LEARNER,
    at: '/quests?status=new',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().tap()
      await page.getByRole('button', { name: 'Start quest' }).tap()
      await page.getByLabel('Your evidence').first().fill('I tried it again, and it held.')
      await page.getByText('Draft saved').first().waitFor()
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Submit' }).first().tap()
      await page
        .getByText(/Handed in/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'decide a piece',
    person: ADVISOR,
    at: '/advisor',
    prepare: async (page) => {
      await page.locator('main a[href^="/advisor/reviews/"]').first().tap()
      await page.getByLabel(/^Your feedback to/).fill('Well observed.')
      await page.getByText('Saved', { exact: true }).waitFor()
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Accept' }).tap()
      await page
        .getByText(/accepted the work/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'type a message of 40 characters',
    person: LEARNER,
    at: `/communication/${CONVERSATION}`,
    prepare: async (page) => {
      await page.getByLabel('Message', { exact: true }).tap()
    },
    act: (page) => page.keyboard.type('It held, and then it flew over the fence.', { delay: 100 }),
  },
  {
    name: 'month to month',
    person: LEARNER,
    at: '/calendar?view=month',
    act: async (page) => {
      const before = page.url()
      await page.getByRole('button', { name: 'Next month' }).tap()
      await page.waitForURL((to) => to.href !== before)
    },
  },
  {
    name: 'switch child',
    person: GUARDIAN,
    at: `/parent/dashboard/${idOf(LEARNER)}`,
    act: async (page) => {
      const before = page.url()
      const others = page.getByRole('navigation', { name: 'Your children' })
      await others.locator('a:not([aria-current])').first().tap()
      await page.waitForURL((to) => to.href !== before)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    },
  },
]

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const only = process.argv.slice(2)
const { executablePath, args = [] } = playwrightConfig.use?.launchOptions ?? {}
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  // Tests do without optimized scripts; people do not.
  args: args.filter((each) => !each.startsWith('--js-flags')),
})
try {
  await makeTimetable()
  console.log(`
| interaction | wanted, ms | median of ${ROUNDS} | most |
|---|---|---|---|`)
  for (const { name, person, at, prepare, act } of INTERACTIONS) {
    if (only.length > 0 && !only.some((word) => name.includes(word))) continue
    const longest: number[] = []
    const page = await phoneOf(browser, person)
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`${url}${at}`)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await prepare?.(page)
      await sleep(1000)
      await durationsOf(page)
      await act(page)
      // Entries below the observer's threshold of 16 ms are not reported.
      longest.push(Math.max(16, ...(await durationsOf(page))))
    }
    await page.context().close()
    console.log(`| ${name} | ${WANTED} | ${median(longest)} | ${Math.max(...longest)} |`)
  }
} finally {
  await browser.close()
  site.stop()
  await server.stop()
}
