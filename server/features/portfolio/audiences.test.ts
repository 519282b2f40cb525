import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { files } from '#contract/files'
import { people } from '#contract/people'
import { portfolio } from '#contract/portfolio'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'
import { lockLearner } from '#features/learners'
import { AUDIENCES, type Viewer } from '#rules/audience'
import { BUSY_FACTOR } from '#testing/busy-machine'
import { changeDuring } from '#testing/change-during'
import { recordConsent, withdrawConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 3 })
})
afterAll(() => app.stop())

const DAY_MS = 24 * 3_600_000
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const upload = async (person: Person): Promise<string> => {
  const form = fileForm(Buffer.from(PIXEL, 'base64'), 'dot.png')
  return (await person.call(files).uploadFile({ form })).id
}

/** A learner with one work sample per audience, named by its caption; the one for links contains an image. */
const withEveryAudience = async (years = 30) => {
  const person = await app.person({ dateOfBirth: app.birthdayAt(years) })
  const { id, tasks } = await createQuest(
    app.db,
    AUDIENCES.map(() => ({ pillar: 'creativity', xp: 60 })),
  )
  const me = asLearner(person)
  await me.start(id)
  const picture = await upload(person)
  const attempts = await Promise.all(
    AUDIENCES.map(async (audience, i) => {
      const { attempt } = await person.call(quests).submitTask({
        params: { id: tasks[i]! },
        body: {
          blocks:
            audience === 'link'
              ? [{ type: 'image', file_id: picture, alt: 'A dot' }]
              : [{ type: 'text', text: `For ${audience}` }],
        },
      })
      return { attempt_id: attempt.id, audience, caption: audience }
    }),
  )
  const change = (body: object) => person.call(portfolio).changePortfolio({ body })
  return { ...person, items: attempts, change, picture }
}

const captions = (shown: { quests: { pieces: { caption: string }[] }[] }) =>
  shown.quests.flatMap(({ pieces }) => pieces.map(({ caption }) => caption)).toSorted()

const makeLink = async (person: Person, days = 7) => {
  const link = await person.call(portfolio).addPortfolioLink({ body: { label: 'Grandma', days } })
  return { ...link, token: link.url.split('/').at(-1)! }
}
const follow = (token: string) => app.anyone.call(portfolio).linkedPortfolio({ params: { token } })
const statusOf = async (url: string, headers = {}) =>
  (await app.http.inject({ url, headers })).statusCode

const agree = (childId: string, guardian: Person, scopes?: readonly string[]) =>
  recordConsent(app, { id: childId }, guardian, scopes)

describe('each piece is shown to its audience', () => {
  test('whoever holds a guardian’s address with an account of a minor, or has not confirmed it, sees nothing of the family', async () => {
    const child = await withEveryAudience(10)
    const { slug } = await child.change({
      items: child.items.filter(({ audience }) => audience === 'family'),
    })
    const guardian = await app.person({ role: 'parent' })
    await agree(child.id, guardian)
    const visit = () => guardian.call(portfolio).publicPortfolio({ params: { slug: slug! } })
    expect(captions(await visit())).toEqual(['family'])
    const set = (change: { date_of_birth?: string | null; declared_adult?: boolean }) =>
      app.db.updateTable('users').set(change).where('id', '=', guardian.id).execute()
    for (const date_of_birth of [app.birthdayAt(10), app.birthdayAt(16)]) {
      await set({ date_of_birth })
      await expect(visit()).rejects.toMatchObject({ status: 404 })
    }
    await set({ date_of_birth: null, declared_adult: true })
    expect(captions(await visit())).toEqual(['family'])
    await set({ declared_adult: false })
    await expect(visit()).rejects.toMatchObject({ status: 404 })
  })

  test('a link that a child makes while a guardian withdraws the permission is not made', async () => {
    const child = await withEveryAudience(10)
    const guardian = await app.person({ role: 'parent' })
    await agree(child.id, guardian)
    const body = { label: 'Grandmother', days: 7 }
    for (const make of [
      () => child.call(portfolio).addPortfolioLink({ body }),
      () => child.call(transcript).addShare({ body }),
    ]) {
      await recordConsent(app, child, guardian, ['use', 'publishing'])
      const made = changeDuring(
        app,
        async (db) => {
          await lockLearner(db, child.id)
          await withdrawConsent({ ...app, db }, child, guardian, ['publishing'])
        },
        make,
      )
      await expect(made).rejects.toMatchObject({ status: 403, code: 'guardian_permission' })
    }
  })

  test('links of a teenager who turns out to be a child do not open again at thirteen', async () => {
    const ada = await withEveryAudience(14)
    const link = await makeLink(ada, 365)
    const share = await ada.call(transcript).addShare({ body: { label: 'College', days: 365 } })
    const admin = await app.person({ role: 'admin' })
    for (const age of [12, 13]) {
      const body = { date_of_birth: app.birthdayAt(age), reason: 'The school has told us' }
      await admin.call(people).changePerson({ params: { id: ada.id }, body })
      await expect(follow(link.token)).rejects.toMatchObject({ status: 404 })
      expect(await statusOf(`/api/transcript/shared/${share.url.split('/').at(-1)}`)).toBe(404)
    }
  })

  test('strangers see what is public, and nothing while the page is not published', async () => {
    const ada = await withEveryAudience()
    const { slug } = await ada.change({ items: ada.items })
    const visit = () => app.anyone.call(portfolio).publicPortfolio({ params: { slug: slug! } })
    await expect(visit()).rejects.toMatchObject({ status: 404 })
    await ada.change({ published: true })
    expect(captions(await visit())).toEqual(['public'])
  })

  test('guardians, signed in, see what is meant for the family, published or not, and that is logged', async () => {
    const child = await withEveryAudience(10)
    const guardian = await app.person({ role: 'parent' })
    await agree(child.id, guardian)
    const inside = child.items.filter(({ audience }) => !['link', 'public'].includes(audience))
    const { slug } = await child.change({ items: inside })
    const asked = { params: { slug: slug! } }
    const seen = await guardian.call(portfolio).publicPortfolio(asked)
    expect(seen.seen_as).toBe('family')
    expect(captions(seen)).toEqual(['advisor', 'family'])
    const log = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action'])
      .where('subject_id', '=', child.id)
      .execute()
    expect(log).toContainEqual({ actor_id: guardian.id, action: 'learner_read' })

    const admin = await app.person({ role: 'admin' })
    const { app_access_token } = await admin
      .call(people)
      .signInAs({ params: { id: guardian.id }, body: { reason: 'A question about the page' } })
    const acting = app.visitor({ authorization: `Bearer ${app_access_token}` })
    expect((await acting.call(portfolio).publicPortfolio(asked)).seen_as).toBe('family')
    const reads = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', sql`detail ->> 'relation'`.as('relation')])
      .where('subject_id', '=', child.id)
      .where('action', '=', 'learner_read')
      .orderBy('created_at')
      .execute()
    expect(reads).toEqual([
      { actor_id: guardian.id, relation: 'guardian' },
      { actor_id: admin.id, relation: 'admin' },
    ])

    const neighbour = await app.person({ role: 'parent' })
    await expect(neighbour.call(portfolio).publicPortfolio(asked)).rejects.toMatchObject({
      status: 404,
    })
  })

  test.each([
    ['stranger', ['public']],
    ['link', ['link', 'public']],
    ['advisor', ['advisor', 'link', 'public']],
    ['family', ['advisor', 'family', 'link', 'public']],
  ] satisfies [Viewer, string[]][])(
    'the preview shows the owner what %s would see',
    async (as, seen) => {
      const ada = await withEveryAudience()
      await ada.change({ items: ada.items })
      const shown = await ada.call(portfolio).previewPortfolio({ query: { as } })
      expect(captions(shown)).toEqual(seen)
    },
  )
})

describe('a link', () => {
  test('shows what is meant for its holders, pictures included, though the page is not published', async () => {
    const ada = await withEveryAudience()
    await ada.change({ items: ada.items })
    const { url, token } = await makeLink(ada)
    expect(captions(await follow(token))).toEqual(['link', 'public'])
    const page = await app.http.inject(new URL(url).pathname)
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(await statusOf(`/api/files/${ada.picture}`)).toBe(404)
    expect(await statusOf(`/api/files/${ada.picture}?key=${token}`)).toBe(200)
  })

  test('ends at its time, and at once when its owner says so', async () => {
    const ada = await withEveryAudience()
    await ada.change({ items: ada.items })
    const short = await makeLink(ada, 1)
    const long = await makeLink(ada, 30)
    app.moveClock(DAY_MS + 1000)
    await expect(follow(short.token)).rejects.toMatchObject({ status: 404 })
    await follow(long.token)
    const later = await app.signIn(ada.email)
    const end = () => later.call(portfolio).endPortfolioLink({ params: { id: long.id } })
    await end()
    await end()
    await expect(follow(long.token)).rejects.toMatchObject({ status: 404 })
    expect(await statusOf(`/api/files/${ada.picture}?key=${long.token}`)).toBe(404)
    expect((await later.call(portfolio).getPortfolio()).links).toEqual([])
  })

  test('counts the visits of people, and shows them to its owner', async () => {
    const ada = await withEveryAudience()
    const { token } = await makeLink(ada)
    await app.anyone.call(portfolio).countLinkView({ params: { token } })
    await app.anyone.call(portfolio).countLinkView({ params: { token: 'made-up' } })
    const { links } = await ada.call(portfolio).getPortfolio()
    expect(links).toMatchObject([{ label: 'Grandma', views: 1 }])
  })

  test('cannot be guessed from its id, nor ended by somebody else', async () => {
    const ada = await withEveryAudience()
    const bob = await app.person()
    const link = await makeLink(ada)
    const forged = Buffer.from(link.token, 'base64url')
    forged.writeUInt8(forged.readUInt8(31) ^ 1, 31)
    await expect(follow(forged.toString('base64url'))).rejects.toMatchObject({ status: 404 })
    await expect(
      bob.call(portfolio).endPortfolioLink({ params: { id: link.id } }),
    ).rejects.toMatchObject({ status: 404 })
    await follow(link.token)
  })

  test('made twice with one key is one link', async () => {
    const ada = await withEveryAudience()
    const body = { label: 'Coach', days: 7 }
    const options = { idempotencyKey: 'once' }
    const first = await ada.call(portfolio).addPortfolioLink({ body }, options)
    expect(await ada.call(portfolio).addPortfolioLink({ body }, options)).toEqual(first)
    expect((await ada.call(portfolio).getPortfolio()).links).toHaveLength(1)
  })
})

describe('under 13, without a guardian’s permission', () => {
  test('work stays inside: no links, nothing for links or strangers', async () => {
    const child = await withEveryAudience(10)
    await expect(makeLink(child)).rejects.toMatchObject({ status: 403 })
    for (const audience of ['link', 'public']) {
      const items = child.items.filter((item) => item.audience === audience)
      await expect(child.change({ items })).rejects.toMatchObject({ status: 403 })
    }
    await expect(child.change({ listed: true })).rejects.toMatchObject({ status: 403 })
  })

  test('a link ends with the permission', async () => {
    const child = await withEveryAudience(10)
    const guardian = await app.person({ role: 'parent' })
    await agree(child.id, guardian, ['use', 'publishing'])
    await child.change({ items: child.items })
    const { token } = await makeLink(child)
    await follow(token)
    await withdrawConsent(app, child, guardian, ['publishing'])
    await expect(follow(token)).rejects.toMatchObject({ status: 404 })
  })
})

describe('what programs find', () => {
  test('search engines are kept away until the owner says otherwise', async () => {
    const ada = await withEveryAudience()
    const { slug } = await ada.change({ items: ada.items, published: true })
    const page = () => app.http.inject(`/portfolio/${slug}`)
    const before = await page()
    expect(before.headers['x-robots-tag']).toBe('noindex')
    expect(before.body).toContain('content="noindex"')
    await ada.change({ listed: true })
    const after = await page()
    expect(after.headers['x-robots-tag']).toBeUndefined()
    expect(after.body).not.toContain('noindex')
  })

  test('search engines never list the page of a minor, nor one that was listed before', async () => {
    const ada = await withEveryAudience(15)
    const { slug } = await ada.change({ items: ada.items, published: true })
    await expect(ada.change({ listed: true })).rejects.toMatchObject({ status: 403 })
    await app.db
      .updateTable('users')
      .set({ portfolio_listed: true })
      .where('id', '=', ada.id)
      .execute()
    const page = await app.http.inject(`/portfolio/${slug}`)
    expect(page.headers['x-robots-tag']).toBe('noindex')
    expect(page.body).toContain('content="noindex"')
  })

  test('link previews get a picture of 1200 × 630, which is gone with the page', async () => {
    const ada = await withEveryAudience()
    const { slug } = await ada.change({ items: ada.items, published: true })
    const url = `/portfolio/${slug}/share.png`
    expect((await app.http.inject(`/portfolio/${slug}`)).body).toContain(url)
    const picture = await app.http.inject(url)
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    })
    // No cache may outlive a change of the page, and search engines must not index it.
    expect(picture.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    })
    const headers = { 'if-none-match': picture.headers.etag }
    expect(await statusOf(url, headers)).toBe(304)
    await ada.change({ published: false })
    expect(await statusOf(url)).toBe(404)
  })

  test('the picture of a name in a hundred fonts holds up nobody', async () => {
    const plain = await withEveryAudience()
    const { slug } = await plain.change({ items: plain.items, published: true })
    await app.http.inject(`/portfolio/${slug}/share.png`)
    const ada = await withEveryAudience()
    const published = await ada.change({ items: ada.items, published: true })
    // Fonts for Chinese and Korean are split into subsets by frequency of characters.
    const first_name = Array.from({ length: 90 }, (_, i) =>
      String.fromCodePoint(0x4e00 + i * 225),
    ).join('')
    await app.db.updateTable('users').set({ first_name }).where('id', '=', ada.id).execute()
    const before = process.threadCpuUsage()
    const picture = await app.http.inject(`/portfolio/${published.slug}/share.png`)
    const { user, system } = process.threadCpuUsage(before)
    expect(picture.statusCode).toBe(200)
    expect((user + system) / 1000).toBeLessThan(200 * BUSY_FACTOR)
  })
})
