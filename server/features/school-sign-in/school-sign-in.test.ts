import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth, type LoginReply } from '#contract/auth'
import { type SchoolReply, schoolSignIn } from '#contract/school-sign-in'
import { NO_PASSWORD } from '#features/auth'
import { readConfig } from '#platform/config'
import { type SchoolProvider, startSchoolProvider } from '#testing/school-provider'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let school: SchoolProvider
beforeAll(async () => {
  school = await startSchoolProvider('http://lodestar.test/login/school')
  app = await startApp({
    env: {
      OIDC_ISSUER: school.issuer,
      OIDC_CLIENT_ID: school.clientId,
      OIDC_CLIENT_SECRET: school.clientSecret,
      OIDC_NAME: 'Hill School',
      OIDC_HOSTED_DOMAIN: 'hill.example',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await school.stop()
})

/** Creates a user at the provider, by default a valid account of the school. */
const pupil = (name: string, claims: Record<string, unknown> = {}) => {
  const email = `${name}@hill.example`
  school.people[name] = { email, email_verified: true, hd: 'hill.example', ...claims }
  return name
}

type Browser = { cookies: Record<string, string>; headers: Record<string, string> }
const browserOf = (person?: Person): Browser => ({ cookies: {}, headers: person?.headers ?? {} })

const post = async (browser: Browser, url: string, payload: object) => {
  const response = await app.http.inject({
    method: 'POST',
    url,
    payload,
    cookies: browser.cookies,
    headers: browser.headers,
  })
  for (const { name, value } of response.cookies) {
    if (name === 'school_sign_in') browser.cookies[name] = value
  }
  const body: { error?: { code: string; message: string } } = response.json()
  return { status: response.statusCode, code: body.error?.code, body: body as unknown }
}

const begin = async (browser: Browser, path: string = schoolSignIn.beginSchoolSignIn.path) =>
  (
    (await post(browser, path, path.includes('profile') ? { password: PASSWORD } : {})).body as {
      url: string
    }
  ).url

const finish = (browser: Browser, query: string) =>
  post(browser, schoolSignIn.finishSchoolSignIn.path, { query })

const signInAtSchool = async (name: string, browser = browserOf()) =>
  finish(browser, await school.signIn(await begin(browser), name))

const linkAtSchool = async (person: Person, name: string) => {
  const browser = browserOf(person)
  const url = await begin(browser, schoolSignIn.beginSchoolLink.path)
  return finish(browser, await school.signIn(url, name))
}

const userOf = ({ body }: { body: unknown }) => (body as LoginReply).user

describe('the school’s account', () => {
  test('signs in whoever has linked it while signed in, and nobody it does not know', async () => {
    const ada = await app.person()
    const name = pupil('ada')
    expect(await signInAtSchool(name)).toMatchObject({ status: 403, code: 'no_account' })
    expect((await linkAtSchool(ada, name)).body).toEqual({ linked: true } satisfies SchoolReply)
    expect(userOf(await signInAtSchool(name)).id).toBe(ada.id)
    // The address has changed, and the old one was reassigned.
    pupil('ada', { email: 'a.lovelace@hill.example' })
    pupil('other', { email: 'ada@hill.example' })
    expect(userOf(await signInAtSchool('ada')).id).toBe(ada.id)
    expect(await signInAtSchool('other')).toMatchObject({ status: 403, code: 'no_account' })

    const bo = await app.person()
    expect(await linkAtSchool(bo, name)).toMatchObject({ status: 409 })
    await ada.call(schoolSignIn).unlinkSchool({ body: { password: PASSWORD } })
    expect(await signInAtSchool(name)).toMatchObject({ code: 'no_account' })
  })

  test('with the address of an account is not that account’s', async () => {
    const { email } = await app.person()
    const name = pupil('squatter', { email })
    expect(await signInAtSchool(name)).toMatchObject({ status: 403, code: 'no_account' })
  })

  test('is known by the roster’s address, once the token proves it; the link is by subject from then on', async () => {
    // As created by an import: no password, and an unconfirmed address.
    const { id } = await app.person({ verified: false })
    const email = 'grace@hill.example'
    await app.db
      .updateTable('users')
      .set({ school_email: email, email, password_hash: NO_PASSWORD })
      .where('id', '=', id)
      .execute()
    const unproven = pupil('unproven', { email: 'grace@hill.example', email_verified: false })
    expect(await signInAtSchool(unproven)).toMatchObject({ code: 'no_account' })
    expect(userOf(await signInAtSchool(pupil('grace')))).toMatchObject({ id, email_verified: true })
    const successor = pupil('grace2', { email: 'grace@hill.example' })
    expect(await signInAtSchool(successor)).toMatchObject({ code: 'no_account' })
  })

  test('of another domain, or of none, is refused, linked or not', async () => {
    const ada = await app.person()
    const name = pupil('wanderer')
    await linkAtSchool(ada, name)
    for (const hd of ['evil.example', 'hill.example.evil.example', undefined]) {
      pupil(name, { hd })
      expect(await signInAtSchool(name)).toMatchObject({ status: 403, code: 'other_school' })
    }
  })

  test('with an address that cannot be stored is refused', async () => {
    const name = pupil('unstorable', { email: 'nul\0@hill.example' })
    expect(await signInAtSchool(name)).toMatchObject({ status: 401, code: 'school_sign_in' })
    expect(await linkAtSchool(await app.person(), name)).toMatchObject({ status: 401 })
  })

  test('asks who it is, even if the person before is still signed in at the school in the same browser', async () => {
    const ada = await app.person()
    const bo = await app.person()
    await linkAtSchool(ada, pupil('ada-first'))
    await linkAtSchool(bo, pupil('bo-next'))
    const cookies = new Map<string, string>()
    const signInHere = async (name: string) => {
      const browser = browserOf()
      return finish(browser, await school.signIn(await begin(browser), name, cookies))
    }
    expect(userOf(await signInHere('ada-first')).id).toBe(ada.id)
    expect(userOf(await signInHere('bo-next')).id).toBe(bo.id)

    const cy = browserOf(await app.person())
    const url = await begin(cy, schoolSignIn.beginSchoolLink.path)
    await finish(cy, await school.signIn(url, pupil('cy-own'), cookies))
    expect(userOf(await signInHere('ada-first')).id).toBe(ada.id)
    expect((await signInAtSchool('cy-own')).status).toBe(200)
  })

  test('that the roster names is not linked with a suspended account', async () => {
    const { id } = await app.person()
    const email = 'gone@hill.example'
    const change = (to: { status?: 'active' | 'suspended'; school_email?: string }) =>
      app.db.updateTable('users').set(to).where('id', '=', id).execute()
    await change({ school_email: email, status: 'suspended' })
    const successor = pupil('successor', { email })
    expect(await signInAtSchool(successor)).toMatchObject({ status: 403, code: 'no_account' })
    await change({ status: 'active' })
    const links = app.db.selectFrom('school_accounts').select('subject').where('user_id', '=', id)
    expect(await links.execute()).toEqual([])
  })

  test('opens no suspended account', async () => {
    const ada = await app.person()
    const name = pupil('suspended')
    await linkAtSchool(ada, name)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', ada.id)
      .execute()
    expect(await signInAtSchool(name)).toMatchObject({ status: 403, code: 'suspended' })
  })
})

describe('coming back from the school', () => {
  test('counts in the browser that began, once, and with its own answer', async () => {
    const ada = await app.person()
    const name = pupil('browser')
    await linkAtSchool(ada, name)
    const mine = browserOf()
    const query = await school.signIn(await begin(mine), name)
    // A person opens a link that another browser has prepared, with and without a sign-in of their own in progress.
    const victim = browserOf()
    expect(await finish(victim, query)).toMatchObject({ status: 401, code: 'step_over' })
    await begin(victim)
    expect(await finish(victim, query)).toMatchObject({ status: 401, code: 'school_sign_in' })

    const state = new URLSearchParams(query).get('state')!
    const from = async (altered: string) => {
      const browser = browserOf()
      await begin(browser)
      return finish({ ...browser, cookies: { ...mine.cookies } }, altered)
    }
    expect(
      await from(
        query.replace(
          encodeURIComponent(school.issuer),
          encodeURIComponent('https://evil.example'),
        ),
      ),
    ).toMatchObject({ status: 401, code: 'school_sign_in' })
    expect(
      await from(`?error=access_denied&state=${state}&iss=${encodeURIComponent(school.issuer)}`),
    ).toMatchObject({
      status: 401,
      body: { error: { message: 'The school’s sign-in was cancelled.' } },
    })
    const cookie = { ...mine.cookies }
    expect(userOf(await finish(mine, query)).id).toBe(ada.id)
    expect(await finish({ ...mine, cookies: cookie }, query)).toMatchObject({ status: 401 })
  })

  test('links nothing for another person than the one who began', async () => {
    const ada = await app.person()
    const eve = await app.person()
    const hers = browserOf(eve)
    const url = await begin(hers, schoolSignIn.beginSchoolLink.path)
    const query = await school.signIn(url, pupil('eve'))
    expect(await finish({ ...hers, headers: ada.headers }, query)).toMatchObject({ status: 401 })
    expect(await ada.call(schoolSignIn).schoolAccount()).toEqual({
      name: 'Hill School',
      linked_at: null,
    })
  })

  test('asks for the second factor of whoever has one', async () => {
    const ada = await app.person()
    const name = pupil('careful')
    await linkAtSchool(ada, name)
    await app.db
      .insertInto('totp_factors')
      .values({ user_id: ada.id, sealed_secret: 'x', last_step: 0 })
      .execute()
    const { body } = await signInAtSchool(name)
    expect(body).toMatchObject({ second_factor: { factors: ['totp'] } })
    expect(body).not.toHaveProperty('user')
  })
})

test('a provider that is away is said to be, and the password goes on working', async () => {
  const away = await startApp({
    beside: app,
    env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
  })
  try {
    await expect(away.anyone.call(schoolSignIn).beginSchoolSignIn()).rejects.toMatchObject({
      status: 503,
    })
    const { email } = await app.person()
    await away.anyone.call(auth).login({ body: { email, password: PASSWORD } })
  } finally {
    await away.stop()
  }
})

test.each([
  [{ OIDC_ISSUER: 'https://accounts.google.com' }, /OIDC_HOSTED_DOMAIN: must be the domain/],
  [{ OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, /name your own tenant/],
])('a provider for everybody is refused without the school’s own name: %j', (env, problem) => {
  const secrets = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }
  expect(() => readConfig({ ...secrets, ...env })).toThrow(problem)
})
