import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { site } from '#contract/site'
import { PASSWORD, registration, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 6 })
})
afterAll(() => app.stop())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'POST', url, payload, headers })
const register = (body: object, headers: Record<string, string> = {}) =>
  post('/api/auth/register', body, headers)
const refusedFields = async (change: object) => {
  const response = await register({ ...registration(), ...change })
  expect(response.statusCode).toBe(400)
  return response.json<{ error: { fields: Record<string, string> } }>().error.fields
}

test('names are one line without a message to whoever gets a letter about them', async () => {
  for (const [first_name, message] of [
    ['Kit\n\nYour account is blocked.', 'Please write one line, without invisible characters'],
    ['Kit\u202egnp', 'Please write one line, without invisible characters'],
    ['Win at https://evil.example', 'A name cannot contain a web address'],
    ['evil.com', 'A name cannot contain a web address'],
  ]) {
    const body = { ...registration(), first_name: first_name! }
    await expect(app.anyone.call(auth).register({ body })).rejects.toMatchObject({
      status: 400,
      fields: { first_name: message },
    })
  }
  const { user } = await app.anyone
    .call(auth)
    .register({ body: { ...registration(), first_name: ' Zoë ', last_name: 'O’Brien Jr.' } })
  expect(user).toMatchObject({ first_name: 'Zoë', last_name: 'O’Brien Jr.' })
})

test('a name that would be a message to the children who are asked by it opens no account', async () => {
  for (const change of [
    { first_name: 'Add me on snapchat' },
    { first_name: 'Meet me', last_name: 'Alone tonight' },
    { first_name: 'Kill', last_name: 'Yourself', date_of_birth: app.birthdayAt(15) },
  ]) {
    expect(await refusedFields(change)).toEqual({
      first_name: 'Please enter the name people know you by',
    })
  }
})

test.each([
  ['Kites and old bridges', 'Kites and old bridges', []],
  ['Kites. My mum hits me', null, [{ category: 'abuse', held_back: true }]],
])('the interests “%s” of a new account are stored or heard', async (interests, stored, heard) => {
  const body = { ...registration(), interests, date_of_birth: app.birthdayAt(14) }
  const { user } = await app.anyone.call(auth).register({ body })
  const { interests: kept } = await app.db
    .selectFrom('users')
    .select('interests')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(kept).toBe(stored)
  const reports = await app.db
    .selectFrom('safety_reports')
    .select(['category', 'held_back'])
    .where('learner_id', '=', user.id)
    .execute()
  expect(reports).toEqual(heard)
})

test.each([
  [15, 'student'],
  [17, 'student'],
  [18, 'parent'],
])('at %i, choosing “parent” opens an account of role %s', async (age, role) => {
  const date_of_birth = app.birthdayAt(age)
  const body = { ...registration(), account_type: 'parent' as const, date_of_birth }
  expect((await app.anyone.call(auth).register({ body })).user).toMatchObject({ role })
})

describe('the form says what the client’s specification says', () => {
  const missing = 'Password must contain: '
  test.each([
    [{ first_name: '' }, { first_name: 'First name is required' }],
    [{ first_name: '\u3164' }, { first_name: 'First name is required' }],
    [{ first_name: 'x'.repeat(101) }, { first_name: 'Please use up to 100 characters' }],
    [{ last_name: '  ' }, { last_name: 'Last name is required' }],
    [{ email: 'ada@' }, { email: 'Invalid email address' }],
    [{ date_of_birth: '' }, { date_of_birth: 'Date of birth is required for age verification' }],
    [
      { date_of_birth: '2999-01-01' },
      { date_of_birth: 'Date of birth cannot be later than today' },
    ],
    [
      { acceptedLegalTerms: false },
      { acceptedLegalTerms: 'You must accept the Terms of Service and Privacy Policy' },
    ],
    [{ confirmPassword: '' }, { confirmPassword: 'Please confirm your password' }],
    [{ confirmPassword: 'Other-12345!' }, { confirmPassword: 'Passwords do not match' }],
    [
      { password: 'Short-1!', confirmPassword: 'Short-1!' },
      { password: 'Password must be at least 12 characters' },
    ],
    [
      { password: 'onlysmallletters', confirmPassword: 'onlysmallletters' },
      { password: `${missing}one uppercase letter, one number, one special character` },
    ],
  ])('%o', async (change, fields) => {
    expect(await refusedFields(change)).toEqual(fields)
  })
})

describe('passwords that others would try first are refused', () => {
  test('those that leaked most often, with the decoration that people add to pass the rules', async () => {
    for (const password of ['Password123!', '1Qaz2wsx3edc-', '!Q1w2e3r4t5y6'])
      expect(await refusedFields({ password, confirmPassword: password })).toEqual({
        password: 'This password is too easy to guess.',
      })
  })

  test('the name of the site, however it is written', async () => {
    for (const password of ['Lodestar-2026!', '!!LODEstar1!!'])
      expect(await refusedFields({ password, confirmPassword: password })).toEqual({
        password: 'This password is too easy to guess.',
      })
  })
})

test('nobody gives themselves a role, a tier or XP', async () => {
  const form = registration()
  const response = await register({
    ...form,
    role: 'admin',
    subscription_tier: 'enterprise',
    status: 'active',
    email_verified: true,
    xp: 5000,
  })
  expect(response.json()).toMatchObject({
    user: { role: 'student', subscription_tier: 'free', email_verified: false },
  })
  expect((await register({ ...registration(), account_type: 'admin' })).statusCode).toBe(400)
  const parent = await register({ ...registration(), account_type: 'parent' })
  expect(parent.json()).toMatchObject({ user: { role: 'parent' } })
})

test('a registration that is sent again with its key makes one account and gets the same answer', async () => {
  const form = registration()
  const key = { 'idempotency-key': 'one-form' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(form, key)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(201))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  const another = await register({ ...form, first_name: 'Eve' }, key)
  expect(another.statusCode).toBe(422)
  expect(another.json().error.message).toMatch(/^This was already sent/)
})

test('two registrations of one address at the same moment make one account', async () => {
  const form = registration()
  const answers = await Promise.all([register(form), register(form), register(form)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
})

test('a wrong password and an unknown address answer alike', async () => {
  const { email } = await app.person()
  const bare = async (email: string) => {
    const { statusCode, body } = await post('/api/auth/login', { email, password: 'not the one' })
    return { statusCode, body }
  }
  const known = await bare(email)
  expect(known.statusCode).toBe(401)
  expect(await bare('nobody@example.org')).toEqual(known)
})

test('one network learns of few addresses whether they have an account, and others are not stopped by it', async () => {
  const { email } = await app.person()
  const form = { ...registration(), email }
  const probe = async (remoteAddress: string) => {
    const options = { method: 'POST', url: '/api/auth/register', payload: form } as const
    return (await app.http.inject({ ...options, remoteAddress })).statusCode
  }
  const answers: number[] = []
  for (let i = 0; i < 22; i += 1) answers.push(await probe('192.0.2.7'))
  expect(answers).toEqual([...Array<number>(20).fill(409), 429, 429])
  expect(await probe('198.51.100.7')).toBe(409)
})

describe('too many tries are stopped with a time to come back', () => {
  const attempts = async (count: number, attempt: (i: number) => ReturnType<typeof post>) => {
    for (let i = 1; i <= count; i += 1) {
      const response = await attempt(i)
      if (response.statusCode === 429) {
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
        return i
      }
    }
    return Number.POSITIVE_INFINITY
  }

  test('within 100 wrong passwords for one account; the right one is stopped as well, until the time is over', async () => {
    const { email } = await app.person()
    const wrong = { email, password: 'not the one' }
    const stopped = await attempts(100, () => post('/api/auth/login', wrong))
    expect(stopped).toBeGreaterThan(5)
    expect(stopped).toBeLessThanOrEqual(100)
    await expect(
      app.anyone.call(auth).login({ body: { email, password: PASSWORD } }),
    ).rejects.toMatchObject({
      status: 429,
      message: 'Too many login attempts. Please wait a moment and try again.',
    })
  })

  test('within 100 requests for a new password', async () => {
    const { email } = await app.person()
    expect(
      await attempts(100, () => post('/api/auth/forgot-password', { email })),
    ).toBeLessThanOrEqual(100)
  })

  test('within 300 sign-ins from one address, whosever they are', async () => {
    const { anyone, http, stop } = await startApp()
    await anyone.call(site).settings()
    const login = (i: number) =>
      http.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: `${i}@example.org`, password: 'not the one' },
      })
    expect(await attempts(300, login)).toBeLessThanOrEqual(300)
    await stop()
  }, 180_000)
})

test('a signed-in person cannot change what is not theirs to change', async () => {
  const ada = await app.person()
  await app.http.inject({
    method: 'PATCH',
    url: '/api/profile',
    headers: ada.headers,
    payload: { first_name: 'Augusta', role: 'admin', email: 'x@example.org', status: 'closing' },
  })
  expect(await ada.call(auth).me()).toMatchObject({
    first_name: 'Augusta',
    role: 'student',
    email: ada.email,
    status: 'active',
  })
})
