import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { profile } from '#contract/profile'
import { NO_PASSWORD } from '#features/auth'
import { storePasswordHash } from '#features/people'
import { changeDuring } from '#testing/change-during'
import { eventually } from '#testing/eventually'
import { PASSWORD, type Person, sessionIn, startApp, type TestApp } from '#testing/start-app'

// Two nodes of one site: a change on one must apply on the other.
let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 8 })
  other = await startApp({ beside: app })
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

const SECOND = 1000

const signIn = async (email: string, node = app) =>
  sessionIn(await node.anyone.call(auth).login({ body: { email, password: PASSWORD } }))
const refresh = (refresh_token: string, node = app) =>
  node.anyone.call(auth).refresh({ body: { refresh_token } })
const me = (token: string, node = app) =>
  node
    .visitor({ authorization: `Bearer ${token}` })
    .call(auth)
    .me()

const refused = { status: 401 }

describe('a refresh token', () => {
  test('is exchanged for a new one, and the newest goes on working', async () => {
    const { email } = await app.person()
    const first = (await signIn(email)).app_refresh_token
    const second = (await refresh(first)).refresh_token
    expect(second).not.toBe(first)
    const third = await refresh(second, other)
    expect(await me(third.access_token, other)).toMatchObject({ email })
  })

  test('that several tabs use at once gives all of them one and the same successor', async () => {
    const { email } = await app.person()
    const { app_refresh_token } = await signIn(email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => refresh(app_refresh_token, i % 2 ? app : other)),
    )
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    await refresh(answers[0]!.refresh_token)
  })

  test('that comes again after ten seconds is a copy in other hands: the session ends, for its owner too', async () => {
    const { email } = await app.person()
    const first = await signIn(email)
    const second = await refresh(first.app_refresh_token)
    app.moveClock(11 * SECOND)
    await expect(refresh(first.app_refresh_token)).rejects.toMatchObject(refused)
    await expect(refresh(second.refresh_token)).rejects.toMatchObject(refused)
    await expect(me(second.access_token)).rejects.toMatchObject(refused)
    expect(await app.db.selectFrom('audit_log').select('action').execute()).toContainEqual({
      action: 'refresh_token_reused',
    })
  })

  test('that is two exchanges old ends the session even within the grace', async () => {
    const { email } = await app.person()
    const first = await signIn(email)
    const second = await refresh(first.app_refresh_token)
    await refresh(second.refresh_token)
    await expect(refresh(first.app_refresh_token)).rejects.toMatchObject(refused)
    await expect(refresh(second.refresh_token)).rejects.toMatchObject(refused)
  })

  test('that was tampered with is refused and harms nobody', async () => {
    const { email } = await app.person()
    const { app_refresh_token: token } = await signIn(email)
    const [session, , mac] = token.split('.')
    for (const forged of [`${session}.5.${mac}`, `${session}.0.${'A'.repeat(43)}`, 'x', '..', '']) {
      await expect(refresh(forged)).rejects.toMatchObject({ status: expect.toBeOneOf([400, 401]) })
    }
    await refresh(token)
  })

  test('ends after thirty days without use', async () => {
    const { email } = await app.person()
    const { app_refresh_token } = await signIn(email)
    app.moveClock(30 * 24 * 3600 * SECOND + SECOND)
    await expect(refresh(app_refresh_token)).rejects.toMatchObject(refused)
  })
})

test('a session that is used every day ends after ninety days all the same', async () => {
  const { email } = await app.person()
  const DAY = 24 * 3600 * SECOND
  let token = (await signIn(email)).app_refresh_token
  for (const days of [29, 29, 29, 2]) {
    app.moveClock(days * DAY)
    token = (await refresh(token)).refresh_token
  }
  app.moveClock(DAY + SECOND)
  await expect(refresh(token)).rejects.toMatchObject(refused)
})

describe('an access token', () => {
  const claims = async ({ id, headers }: Person) => {
    const payload = headers.authorization!.split('.')[1]!
    return { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: id } as object
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const OURS = Buffer.from('only the tests use this very secret')

  test('without a signature is refused', async () => {
    const ada = await app.person()
    const none = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await claims(ada))}.`
    await expect(me(none)).rejects.toMatchObject(refused)
  })

  test('signed with another key, or changed after signing, is refused', async () => {
    const ada = await app.person()
    const foreign = await new SignJWT({ ...(await claims(ada)) })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('some other key that is long enough'))
    await expect(me(foreign)).rejects.toMatchObject(refused)
    const bob = await app.person()
    const [head, , signature] = ada.headers.authorization!.replace('Bearer ', '').split('.')
    const changed = `${head}.${encode(await claims(bob))}.${signature}`
    await expect(me(changed)).rejects.toMatchObject(refused)
  })

  test('for another audience, or with another algorithm, is refused', async () => {
    const ada = await app.person()
    const foreign = await new SignJWT({ ...(await claims(ada)), aud: 'another-site' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(OURS)
    await expect(me(foreign)).rejects.toMatchObject(refused)
    const stronger = await new SignJWT({ ...(await claims(ada)) })
      .setProtectedHeader({ alg: 'HS512' })
      .sign(Buffer.concat([OURS, OURS]))
    await expect(me(stronger)).rejects.toMatchObject(refused)
  })

  test('works for fifteen minutes', async () => {
    const { email } = await app.person()
    const { app_access_token } = await signIn(email)
    app.moveClock(14 * 60 * SECOND)
    await me(app_access_token)
    app.moveClock(61 * SECOND)
    await expect(me(app_access_token)).rejects.toMatchObject(refused)
  })
})

test('signing out removes the person’s pictures from the browser’s cache', async () => {
  const { headers } = await app.person()
  const answer = await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers })
  expect(answer.headers).toMatchObject({ 'clear-site-data': '"cache"' })
})

test('so does a session that has ended elsewhere, once the page asks for another', async () => {
  const payload = { refresh_token: 'of a session that is over' }
  const answer = await app.http.inject({ method: 'POST', url: '/api/auth/refresh', payload })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers).toMatchObject({ 'clear-site-data': '"cache"' })
})

describe('counts on the next request, on every node', () => {
  const signedInTwice = async () => {
    const ada = await app.person()
    const token = ada.headers.authorization!.replace('Bearer ', '')
    // Both nodes have cached this session now.
    await me(token, app)
    await me(token, other)
    return { ada, token }
  }

  test('signing out', async () => {
    const { ada, token } = await signedInTwice()
    await ada.call(auth).logout()
    await expect(me(token)).rejects.toMatchObject(refused)
    await eventually(() => expect(me(token, other)).rejects.toMatchObject(refused))
  })

  test('a suspension', async () => {
    const { ada, token } = await signedInTwice()
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', ada.id)
      .execute()
    const profileOn = (node: TestApp) =>
      node
        .visitor({ authorization: `Bearer ${token}` })
        .call(profile)
        .getProfile()
    for (const node of [app, other]) {
      await eventually(() =>
        expect(profileOn(node)).rejects.toMatchObject({ status: 403, code: 'suspended' }),
      )
    }
    await expect(signIn(ada.email)).rejects.toMatchObject({ status: 403, code: 'suspended' })
  })

  test('a new role', async () => {
    const { ada, token } = await signedInTwice()
    await app.db.updateTable('users').set({ role: 'parent' }).where('id', '=', ada.id).execute()
    const callerAt = ({ parts }: TestApp) =>
      parts.callers.authenticate({
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
        cookies: {},
      } as never)
    for (const node of [app, other]) {
      await eventually(async () => expect(await callerAt(node)).toMatchObject({ role: 'parent' }))
    }
  })

  test('a new password, which signs out every other device', async () => {
    const { ada, token } = await signedInTwice()
    const elsewhere = await other.signIn(ada.email)
    await ada
      .call(auth)
      .changePassword({ body: { current_password: PASSWORD, password: 'Quite-another-1!' } })
    await me(token)
    await eventually(() => expect(elsewhere.call(auth).me()).rejects.toMatchObject(refused))
  })

  test('ending a session from the list of devices', async () => {
    const { ada } = await signedInTwice()
    const elsewhere = await other.signIn(ada.email)
    const { items } = await ada.call(auth).listSessions()
    expect(items).toHaveLength(2)
    const session = items.find(({ current }) => !current)
    await ada.call(auth).endSession({ params: { id: session!.id } })
    await eventually(() => expect(elsewhere.call(auth).me()).rejects.toMatchObject(refused))
    await ada.call(auth).me()
  })
})

describe('a password that is changed meanwhile', () => {
  test('opens nothing', async () => {
    const ada = await app.person()
    const signedIn = await changeDuring(
      app,
      (db) => storePasswordHash(db, ada.id, NO_PASSWORD),
      () => Promise.allSettled([app.signIn(ada.email)]),
    )
    expect(signedIn).toMatchObject([{ reason: { status: 401, code: 'invalid_credentials' } }])
  })

  test('changes no password', async () => {
    const ada = await app.person()
    const body = { current_password: PASSWORD, password: 'Quite-another-1!' }
    const changed = await changeDuring(
      app,
      (db) => storePasswordHash(db, ada.id, NO_PASSWORD),
      () => Promise.allSettled([ada.call(auth).changePassword({ body })]),
    )
    expect(changed).toMatchObject([{ reason: { status: 400 } }])
  })
})

test('a changed password needs the current one', async () => {
  const ada = await app.person()
  const body = { current_password: 'not it', password: 'Quite-another-1!' }
  await expect(ada.call(auth).changePassword({ body })).rejects.toMatchObject({
    status: 400,
    fields: { current_password: expect.any(String) },
  })
  await app.signIn(ada.email)
})
