import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { files } from '#contract/files'
import { portfolio } from '#contract/portfolio'
import { quests } from '#contract/quests'
import { createBadge } from '#testing/badge-builder'
import { recordConsent, withdrawConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { acceptAll } from '#testing/review-builder'
import { fileForm, PDF } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** A person with two pieces of evidence. */
const withWork = async (years = 30) => {
  const person = await app.person({ dateOfBirth: app.birthdayAt(years), lastName: 'Lovelace' })
  const { id, tasks } = await createQuest(
    app.db,
    [
      { pillar: 'creativity', xp: 60 },
      { pillar: 'communication', xp: 70 },
    ],
    { title: 'A quest to show' },
  )
  const me = asLearner(person)
  await me.start(id)
  const shown = (await me.submit(tasks[0]!, 'Look at this.')).attempt
  const kept = (await me.submit(tasks[1]!, 'This is private.')).attempt
  return { ...person, me, tasks, shown: shown.id, kept: kept.id }
}

const item = (attempt_id: string, audience: 'private' | 'public' = 'public') => ({
  attempt_id,
  audience,
  caption: 'What I am proud of',
})
const publish = (person: Person, attemptId: string, slug?: string) =>
  person.call(portfolio).changePortfolio({
    body: { published: true, items: [item(attemptId)], slug },
  })
const visit = (slug: string) => app.anyone.call(portfolio).publicPortfolio({ params: { slug } })
const raw = async (url: string) => {
  const { statusCode, body } = await app.http.inject(url)
  return { statusCode, body }
}

describe('a published portfolio', () => {
  test('shows anyone just the chosen pieces, by its name and by the learner’s id, as data and as a page', async () => {
    const ada = await withWork()
    const { slug } = await publish(ada, ada.shown, 'adas-work')
    expect(slug).toBe('adas-work')
    expect((await ada.call(auth).me()).portfolio_slug).toBe('adas-work')

    const shown = await visit('adas-work')
    expect(shown).toMatchObject({
      display_name: 'Ada Lovelace',
      xp: { total: 130 + 65 },
      quests: [
        {
          title: 'A quest to show',
          completed: true,
          pieces: [{ caption: 'What I am proud of', blocks: [{ text: 'Look at this.' }] }],
        },
      ],
    })
    expect(shown.quests[0]!.pieces).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toMatch(/private|@example\.org|date_of_birth|last_name/)
    const byId = await app.anyone.call(portfolio).publicDiploma({ params: { id: ada.id } })
    expect(byId).toEqual({ ...shown, user_id: ada.id })

    const page = await raw('/portfolio/adas-work')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('og:title')
    expect(page.body).toContain('Ada Lovelace')
    expect(page.body).not.toContain('This is private.')
  })

  test('tells nobody the account’s id who did not name it', async () => {
    const ada = await withWork(15)
    const { slug } = await publish(ada, ada.shown)
    const { url } = await ada
      .call(portfolio)
      .addPortfolioLink({ body: { label: 'Grandmother', days: 7 } })
    const { pathname } = new URL(url)
    const byId = await raw(`/public/diploma/${ada.id}`)
    expect(byId.body).toContain(ada.id)
    for (const address of [
      `/api/public/portfolio/${slug}`,
      `/portfolio/${slug}`,
      pathname,
      pathname.replace('/portfolio/link/', '/api/public/portfolio-links/'),
    ]) {
      const { statusCode, body } = await raw(address)
      expect([address, statusCode]).toEqual([address, 200])
      expect(body).not.toContain(ada.id)
    }
  })

  test('that is taken down, never was, or was never there: the same 404', async () => {
    const ada = await withWork()
    await publish(ada, ada.shown, 'soon-gone')
    await ada.call(portfolio).changePortfolio({ body: { published: false } })
    const nobody = '7b0e4f0e-0000-4000-8000-000000000000'
    const unpublished = await app.person()
    for (const [gone, unknown] of [
      ['/api/public/portfolio/soon-gone', '/api/public/portfolio/never-was'],
      [`/api/public/diploma/${unpublished.id}`, `/api/public/diploma/${nobody}`],
      ['/portfolio/soon-gone', '/portfolio/never-was'],
      [`/public/diploma/${unpublished.id}`, `/public/diploma/${nobody}`],
    ]) {
      const answer = await raw(gone!)
      expect(answer.statusCode).toBe(404)
      expect(answer).toEqual(await raw(unknown!))
    }
  })

  test('shows the badges whose work was accepted, and no longer once that work is taken back', async () => {
    const ada = await withWork()
    const badge = await createBadge(app.db, { tasks: 2 })
    const { slug } = await publish(ada, ada.shown)
    await ada.me.withdraw(ada.tasks[1]!)
    expect((await visit(slug!)).badges).toEqual([])
    await ada.me.submit(ada.tasks[1]!)
    const held = async () => (await visit(slug!)).badges.find(({ id }) => id === badge)
    expect(await held()).toBeUndefined()
    await acceptAll(app.db, ada.id, {
      deciderId: (await app.person({ role: 'advisor' })).id,
      now: app.parts.clock(),
    })
    expect((await held())?.code).toMatch(/^[0-9A-Z]{16}$/)
    await ada.me.withdraw(ada.tasks[1]!)
    expect((await visit(slug!)).badges).toEqual([])
  })

  test('loses a piece at the moment it is withdrawn', async () => {
    const ada = await withWork()
    const { slug } = await publish(ada, ada.shown)
    expect((await visit(slug!)).quests).toHaveLength(1)
    await ada.me.withdraw(ada.tasks[0]!)
    expect((await visit(slug!)).quests).toEqual([])
    await ada.me.submit(ada.tasks[0]!, 'Another try.')
    expect((await visit(slug!)).quests).toEqual([])
  })

  test('goes while its owner is suspended', async () => {
    const ada = await withWork()
    const { slug } = await publish(ada, ada.shown)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', ada.id)
      .execute()
    await expect(visit(slug!)).rejects.toMatchObject({ status: 404 })
  })
})

describe('names and markup', () => {
  test('minors appear with first name and initial, also in the page', async () => {
    const teen = await withWork(15)
    const { slug } = await publish(teen, teen.shown)
    expect((await visit(slug!)).display_name).toBe('Ada L.')
    const { body } = await raw(`/portfolio/${slug}`)
    expect(body).not.toMatch(/Lovelace|date_of_birth/)
    expect(body).not.toContain(app.birthdayAt(15))
  })

  test('that a minor has published, or given a link to, shows no surname from the eighteenth birthday on, before it is published anew', async () => {
    const ada = await withWork(17)
    const { slug } = await publish(ada, ada.shown)
    const link = (label: string) =>
      ada.call(portfolio).addPortfolioLink({ body: { label, days: 30 } })
    const earlier = await link('Grandmother')
    const before = new Date(app.parts.clock().getTime() - 300 * 24 * 3_600_000).toISOString()
    await app.db
      .updateTable('users')
      .set({ date_of_birth: app.birthdayAt(18), portfolio_published_at: before })
      .where('id', '=', ada.id)
      .execute()
    await app.db
      .updateTable('portfolio_links')
      .set({ created_at: before })
      .where('id', '=', earlier.id)
      .execute()
    const addresses = [`/portfolio/${slug}`, `/public/diploma/${ada.id}`]
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname
    for (const address of [...addresses, pathOf(earlier)]) {
      const { statusCode, body } = await raw(address)
      expect([address, statusCode]).toEqual([address, 200])
      expect(body).not.toContain('Lovelace')
    }
    const preview = () => ada.call(portfolio).previewPortfolio({ query: { as: 'stranger' } })
    expect((await preview()).display_name).toBe('Ada L.')

    const change = ada.call(portfolio).changePortfolio
    await change({ body: { published: false } })
    expect((await preview()).display_name).toBe('Ada Lovelace')
    await change({ body: { published: true } })
    for (const address of [...addresses, pathOf(await link('College'))]) {
      expect((await raw(address)).body).toContain('Ada Lovelace')
    }
    expect((await raw(pathOf(earlier))).body).not.toContain('Lovelace')
  })

  test('what people wrote cannot become markup of the page', async () => {
    const eve = await app.person({ firstName: '<script>alert(1)</script>', lastName: '"><b>' })
    await eve.call(portfolio).changePortfolio({ body: { published: true, slug: 'eves-work' } })
    const { body } = await raw('/portfolio/eves-work')
    expect(body).not.toContain('<script>alert(1)')
    expect(body).not.toContain('"><b>')
  })
})

describe('choosing', () => {
  test('only own pieces that stand, each once', async () => {
    const ada = await withWork()
    const bob = await withWork()
    const choose = (...ids: string[]) =>
      ada.call(portfolio).changePortfolio({ body: { items: ids.map((id) => item(id)) } })
    await expect(choose(bob.shown)).rejects.toMatchObject({ status: 400 })
    await expect(choose(ada.shown, ada.shown)).rejects.toMatchObject({ status: 400 })
    const { items } = await choose(ada.kept, ada.shown)
    expect(items.map(({ attempt_id }) => attempt_id)).toEqual([ada.kept, ada.shown])
    expect((await bob.call(portfolio).getPortfolio()).published).toBe(false)
  })

  test('a name of one’s own that nobody else has', async () => {
    const ada = await withWork()
    const bob = await withWork()
    await publish(ada, ada.shown, 'the-name')
    await expect(publish(bob, bob.shown, 'The-Name')).rejects.toMatchObject({
      status: 409,
      fields: { slug: expect.any(String) },
    })
    await expect(publish(bob, bob.shown, '../admin')).rejects.toMatchObject({ status: 400 })
  })
})

describe('under 13', () => {
  const guardian = { email: 'guardian@example.org' }

  test('publishing needs a guardian who allowed it, and ends when that ends', async () => {
    const child = await withWork(10)
    expect(await child.call(portfolio).getPortfolio()).toMatchObject({ blocked_by: 'guardian' })
    await expect(publish(child, child.shown)).rejects.toMatchObject({ status: 403 })
    await recordConsent(app, child, guardian, ['use', 'tutor'])
    await expect(publish(child, child.shown)).rejects.toMatchObject({ status: 403 })

    await recordConsent(app, child, guardian, ['use', 'publishing'])
    const { slug } = await publish(child, child.shown)
    expect((await visit(slug!)).display_name).toBe('Ada L.')
    await withdrawConsent(app, child, guardian, ['publishing'])
    await expect(visit(slug!)).rejects.toMatchObject({ status: 404 })
  })
})

test('more captions than are screened as a whole are not stored', async () => {
  const learner = await app.person({ dateOfBirth: app.birthdayAt(15) })
  const items = Array.from({ length: 100 }, (_, i) => ({
    attempt_id: randomUUID(),
    audience: 'public' as const,
    caption: i === 50 ? 'Kill yourself' : 'What I am proud of. '.repeat(24),
  }))
  await expect(learner.call(portfolio).changePortfolio({ body: { items } })).rejects.toThrow(
    'too much text',
  )
  await expect(
    learner.call(portfolio).changePortfolio({ body: { items: items.slice(0, 60) } }),
  ).rejects.toMatchObject({ code: 'not_saved' })
})

test('a file that was withdrawn with its work is closed to the family', async () => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(15) })
  const mother = await app.person({ role: 'parent' })
  await recordConsent(app, child, mother)
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  const me = asLearner(child)
  await me.start(id)
  const file = await child.call(files).uploadFile({ form: fileForm(PDF, 'mine.pdf') })
  const task = { params: { id: tasks[0]! } }
  const blocks = [{ type: 'file' as const, file_id: file.id }]
  await child.call(quests).submitTask({ ...task, body: { blocks } })
  const opened = async (by: Person) =>
    (await app.http.inject({ url: file.url, headers: by.headers })).statusCode
  expect(await opened(mother)).toBe(200)
  await me.withdraw(tasks[0]!)
  expect(await opened(mother)).toBe(404)
  expect(await opened(child)).toBe(200)
})
