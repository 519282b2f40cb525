import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth, type SecondFactorRequired } from '#contract/auth'
import { files } from '#contract/files'
import { notifications } from '#contract/notifications'
import { profile } from '#contract/profile'
import { secondFactor } from '#contract/second-factor'
import { NO_PASSWORD } from '#features/auth'
import { createAuthenticator } from '#testing/authenticator'
import { changeDuring } from '#testing/change-during'
import { recordConsent } from '#testing/family-builder'
import { type MailSink, startMailSink } from '#testing/mail-sink'
import { fileForm } from '#testing/sample-files'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

import { lockOwner } from './queries.ts'
import { resetSecondFactor, resetSecondFactorByEmail } from './reset.ts'

let app: TestApp
let mail: MailSink
beforeAll(async () => {
  mail = await startMailSink()
  app = await startApp({ env: { SMTP_URL: mail.url }, work: true, poolSize: 8 })
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
})

const HALF_MINUTE = 30_000
const proof = { password: PASSWORD }

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.parts.clock().getTime(),
  })

const factorsOf = (person: Person) => person.call(secondFactor)

const addTotp = async (person: Person) => {
  const { secret, setup_token } = await factorsOf(person).beginTotp({ body: proof })
  const added = await factorsOf(person).addTotp({ body: { setup_token, code: codeOf(secret) } })
  // The code that was shown is consumed.
  app.moveClock(HALF_MINUTE)
  return { secret, codes: added.recovery_codes ?? [] }
}

const addPasskey = async (person: Person, authenticator = createAuthenticator()) => {
  const options = await factorsOf(person).beginPasskey({ body: proof })
  const passkey = authenticator.create(options)
  const added = await factorsOf(person).addPasskey({ body: { name: 'Laptop', passkey } })
  return { authenticator, codes: added.recovery_codes ?? [] }
}

const anyone = () => app.anyone.call(secondFactor)

const enterPassword = async ({ email }: Person, password = PASSWORD) => {
  const reply = await app.anyone.call(auth).login({ body: { email, password } })
  expect(Object.keys(reply)).toEqual(['session', 'second_factor'])
  return (reply as SecondFactorRequired).second_factor
}

const invalidCode = { status: 401, code: 'invalid_code' }
const stepOver = { status: 401, code: 'step_over' }
const invalidPasskey = { status: 401, code: 'invalid_passkey' }

describe('with an authenticator app', () => {
  test('a child’s account is shut to everybody else, so the guardians who decide are told', async () => {
    const [child, mother] = [
      await app.person({ dateOfBirth: app.birthdayAt(10) }),
      await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
    ]
    await recordConsent(app, child, mother)
    await addTotp(child)
    expect((await mail.take(mother.email)).subject).toContain('second factor')
    const reader = await app.signIn(mother.email)
    const { items } = await reader.call(notifications).listNotifications()
    expect(items).toMatchObject([{ title: expect.stringContaining('second factor') }])
  })

  test('what it was set up with works once, also for two requests at the same moment', async () => {
    const ada = await app.person()
    const begin = () => factorsOf(ada).beginTotp({ body: proof })
    const add = ({ secret, setup_token }: Awaited<ReturnType<typeof begin>>) =>
      factorsOf(ada).addTotp({ body: { setup_token, code: codeOf(secret) } })
    const begun = await begin()
    const outcomes = await Promise.allSettled([add(begun), add(begun)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    app.moveClock(HALF_MINUTE)
    await factorsOf(ada).removeTotp({ body: { code: codeOf(begun.secret) } })
    app.moveClock(HALF_MINUTE)
    await expect(add(begun)).rejects.toMatchObject({ status: 429 })
    expect((await factorsOf(ada).secondFactors()).totp).toBe(null)
    await add(await begin())
  })

  test('the password alone gives no session, and a code finishes what it began', async () => {
    const ada = await app.person()
    const { secret } = await addTotp(ada)
    await mail.take(ada.email, /How you sign in/)
    const asked = await enterPassword(ada)
    expect(asked.factors).toEqual(['totp', 'recovery_code'])

    for (const wrong of ['refresh', 'bearer'] as const) {
      const attempt =
        wrong === 'refresh'
          ? app.anyone.call(auth).refresh({ body: { refresh_token: asked.token } })
          : app
              .visitor({ authorization: `Bearer ${asked.token}` })
              .call(auth)
              .me()
      await expect(attempt).rejects.toMatchObject({ status: 401 })
    }
    await expect(
      anyone().showCode({ body: { token: asked.token, code: '000000' } }),
    ).rejects.toMatchObject(invalidCode)

    const opened = await anyone().showCode({ body: { token: asked.token, code: codeOf(secret) } })
    expect(opened).toMatchObject({ user: { id: ada.id }, session: { authenticated: true } })
    await expect(
      anyone().showCode({ body: { token: asked.token, code: codeOf(secret) } }),
    ).rejects.toMatchObject(stepOver)
  })

  test('a code counts once, on whatever attempt, and so it does when it comes twice at once', async () => {
    const ada = await app.person()
    const { secret } = await addTotp(ada)
    const attempts = [await enterPassword(ada), await enterPassword(ada)]
    const code = codeOf(secret)
    const outcomes = await Promise.allSettled(
      attempts.map(({ token }) => anyone().showCode({ body: { token, code } })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { token } = await enterPassword(ada)
    await expect(anyone().showCode({ body: { token, code } })).rejects.toMatchObject(invalidCode)

    // A code older than the last accepted one is refused, even if still in its window.
    const earlier = codeOf(secret)
    app.moveClock(HALF_MINUTE)
    const opened = await anyone().showCode({ body: { token, code: codeOf(secret) } })
    expect(opened.user.id).toBe(ada.id)
    const again = await enterPassword(ada)
    await expect(
      anyone().showCode({ body: { token: again.token, code: earlier } }),
    ).rejects.toMatchObject(invalidCode)
  })

  test('guessing ends after ten tries, on however many attempts, and the owner hears of it', async () => {
    const ada = await app.person()
    const { secret } = await addTotp(ada)
    const attempts = [await enterPassword(ada), await enterPassword(ada)]
    let refused: unknown
    for (let tries = 0; tries < 11; tries += 1) {
      const { token } = attempts[tries % 2]!
      refused = await anyone()
        .showCode({ body: { token, code: '123456' } })
        .catch((error: unknown) => error)
    }
    expect(refused).toMatchObject({ status: 429 })
    await mail.take(ada.email, /Someone may know/)
    // Signed-in people can still change their factors, and a new password resets the count.
    await factorsOf(ada).renewRecoveryCodes({ body: proof })
    const password = 'An0ther-strong-one!'
    await ada.call(auth).changePassword({ body: { current_password: PASSWORD, password } })
    const { token } = await enterPassword(ada, password)
    await anyone().showCode({ body: { token, code: codeOf(secret) } })
  })

  test('it is asked of whoever was signing in while it was set up', async () => {
    const ada = await app.person()
    const answer = await changeDuring(
      app,
      async (db) => {
        await lockOwner(db, ada.id)
        const factor = { user_id: ada.id, sealed_secret: 'x', last_step: 0 }
        await db.insertInto('totp_factors').values(factor).execute()
      },
      () => app.anyone.call(auth).login({ body: { email: ada.email, password: PASSWORD } }),
    )
    expect(answer).toMatchObject({ second_factor: { factors: ['totp'] } })
  })

  test('a reset of the password keeps it, and ends what the old password began', async () => {
    const ada = await app.person()
    await addTotp(ada)
    const begun = await enterPassword(ada)
    await app.anyone.call(auth).forgotPassword({ body: { email: ada.email } })
    const { text = '' } = await mail.take(ada.email, /Choose a new password/)
    const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(text) ?? []
    const password = 'An0ther-strong-one!'
    await app.anyone.call(auth).resetPassword({ body: { token, password } })
    await expect(
      anyone().showCode({ body: { token: begun.token, code: '000000' } }),
    ).rejects.toMatchObject(stepOver)
    expect((await enterPassword(ada, password)).factors).toContain('totp')
  })

  test('an attempt lasts ten minutes, and none of a suspended account opens', async () => {
    const ada = await app.person()
    const { secret } = await addTotp(ada)
    const late = await enterPassword(ada)
    app.moveClock(10 * 60_000)
    await expect(
      anyone().showCode({ body: { token: late.token, code: codeOf(secret) } }),
    ).rejects.toMatchObject(stepOver)
    const { token } = await enterPassword(ada)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', ada.id)
      .execute()
    await expect(
      anyone().showCode({ body: { token, code: codeOf(secret) } }),
    ).rejects.toMatchObject({ status: 403, code: 'suspended' })
  })

  test('its secret is not in the database as it is', async () => {
    const ada = await app.person()
    const { secret } = await addTotp(ada)
    const row = await app.db
      .selectFrom('totp_factors')
      .selectAll()
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  test('come with the first factor, open once each, and are written as people type', async () => {
    const ada = await app.person()
    const { codes } = await addTotp(ada)
    expect(codes).toHaveLength(10)
    const [code = ''] = codes
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const { token } = await enterPassword(ada)
    await anyone().showCode({ body: { token, code: typed } })
    await mail.take(ada.email, /recovery code/)
    const again = await enterPassword(ada)
    await expect(anyone().showCode({ body: { token: again.token, code } })).rejects.toMatchObject(
      invalidCode,
    )
    const grace = await app.person()
    const { codes: hers } = await addTotp(grace)
    await expect(
      anyone().showCode({ body: { token: again.token, code: hers[0]! } }),
    ).rejects.toMatchObject(invalidCode)
  })

  test('that are renewed end those before', async () => {
    const ada = await app.person()
    const { codes } = await addTotp(ada)
    const renewed = await factorsOf(ada).renewRecoveryCodes({ body: proof })
    const { token } = await enterPassword(ada)
    await expect(anyone().showCode({ body: { token, code: codes[1]! } })).rejects.toMatchObject(
      invalidCode,
    )
    await anyone().showCode({ body: { token, code: renewed.recovery_codes[1]! } })
  })
})

describe('a passkey', () => {
  test('signs in by itself, and after the password', async () => {
    const ada = await app.person()
    const { authenticator, codes } = await addPasskey(ada)
    expect(codes).toHaveLength(10)
    const passkey = authenticator.get(await anyone().askPasskey())
    expect((await anyone().showPasskey({ body: { passkey } })).user.id).toBe(ada.id)
    await expect(anyone().showPasskey({ body: { passkey } })).rejects.toMatchObject(invalidPasskey)

    const { token, factors } = await enterPassword(ada)
    expect(factors).toEqual(['passkey', 'recovery_code'])
    const second = authenticator.get(await anyone().askSecondPasskey({ body: { token } }))
    expect((await anyone().showSecondPasskey({ body: { token, passkey: second } })).user.id).toBe(
      ada.id,
    )
    const { passkeys } = await factorsOf(ada).secondFactors()
    expect(passkeys).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) }])
  })

  test('of somebody else opens nothing, nor does a challenge made for another purpose or person', async () => {
    const ada = await app.person()
    const eve = await app.person()
    const { authenticator } = await addPasskey(ada)
    const { authenticator: hers } = await addPasskey(eve)
    const { token } = await enterPassword(ada)
    const ask = () => anyone().askSecondPasskey({ body: { token } })
    const show = (passkey: ReturnType<typeof hers.get>, of = token) =>
      anyone().showSecondPasskey({ body: { token: of, passkey } })

    await expect(show(hers.get(await ask()))).rejects.toMatchObject(invalidPasskey)
    await expect(show(authenticator.get(await anyone().askPasskey()))).rejects.toMatchObject(
      invalidPasskey,
    )
    const { token: hersBegun } = await enterPassword(eve)
    const forEve = await anyone().askSecondPasskey({ body: { token: hersBegun } })
    await expect(show(authenticator.get(forEve))).rejects.toMatchObject(invalidPasskey)
    await expect(
      anyone().showPasskey({ body: { passkey: authenticator.get(await ask()) } }),
    ).rejects.toMatchObject(invalidPasskey)
    await expect(
      anyone().showPasskey({
        body: { passkey: authenticator.get({ ...(await ask()), challenge: 'bWFkZSB1cA' }) },
      }),
    ).rejects.toMatchObject(invalidPasskey)
  })

  test('counts on this site alone, and only with the finger or the PIN; a counter that goes back is no reason to refuse', async () => {
    const ada = await app.person()
    const { authenticator } = await addPasskey(ada)
    const show = async (circumstances: Parameters<typeof authenticator.get>[1]) => {
      const options = await anyone().askPasskey()
      return anyone().showPasskey({ body: { passkey: authenticator.get(options, circumstances) } })
    }
    for (const circumstances of [
      { origin: 'http://lodestar.test.evil.example' },
      { verifies: false },
    ]) {
      await expect(show(circumstances)).rejects.toMatchObject(invalidPasskey)
    }
    await show({ count: 7 })
    await show({ count: 3 })
    await show({ count: 0 })
  })

  test('opens nothing while it is removed, alone or after the password', async () => {
    const remove = (userId: string) => async (db: TestApp['db']) => {
      await lockOwner(db, userId)
      const by = { userId, actorId: null, address: null }
      await resetSecondFactor(db, by, app.parts.clock())
    }
    const ada = await app.person()
    const passkey = (await addPasskey(ada)).authenticator.get(await anyone().askPasskey())
    const alone = await changeDuring(app, remove(ada.id), () =>
      Promise.allSettled([anyone().showPasskey({ body: { passkey } })]),
    )
    expect(alone).toMatchObject([{ reason: invalidPasskey }])

    const eve = await app.person()
    const { authenticator } = await addPasskey(eve)
    const { token } = await enterPassword(eve)
    const second = authenticator.get(await anyone().askSecondPasskey({ body: { token } }))
    const afterPassword = await changeDuring(app, remove(eve.id), () =>
      Promise.allSettled([anyone().showSecondPasskey({ body: { token, passkey: second } })]),
    )
    expect(afterPassword).toMatchObject([{ reason: invalidPasskey }])
  })

  test('is kept only in the session that asked for it', async () => {
    const ada = await app.person()
    const eve = await app.person()
    const options = await factorsOf(ada).beginPasskey({ body: proof })
    const passkey = createAuthenticator().create(options)
    const body = { name: 'Hers', passkey }
    await expect(factorsOf(eve).addPasskey({ body })).rejects.toMatchObject({ status: 400 })
    const elsewhere = await app.signIn(ada.email)
    const other = createAuthenticator().create(await factorsOf(ada).beginPasskey({ body: proof }))
    await expect(
      factorsOf(elsewhere).addPasskey({ body: { name: 'x', passkey: other } }),
    ).rejects.toMatchObject({ status: 400 })
    const { authenticator } = await addPasskey(ada)
    await expect(addPasskey(eve, authenticator)).rejects.toMatchObject({ status: 409 })
  })
})

describe('changing how one signs in', () => {
  test('asks for the password or a code each time, and says so by mail and in the log', async () => {
    const ada = await app.person()
    const elsewhere = await app.signIn(ada.email)
    await expect(
      factorsOf(ada).beginTotp({ body: { password: 'not mine' } }),
    ).rejects.toMatchObject({ status: 400, fields: { password: 'The password is incorrect.' } })
    await expect(factorsOf(ada).beginTotp({ body: {} })).rejects.toMatchObject({ status: 400 })
    const { secret } = await addTotp(ada)
    // A session with the password only has ended.
    await expect(elsewhere.call(profile).getProfile()).rejects.toMatchObject({ status: 401 })
    await mail.take(ada.email, /How you sign in/)
    await expect(factorsOf(ada).removeTotp({ body: { code: '111111' } })).rejects.toMatchObject({
      status: 400,
      fields: { code: 'This code is incorrect.' },
    })
    await factorsOf(ada).removeTotp({ body: { code: codeOf(secret) } })
    await mail.take(ada.email, /How you sign in/)
    await app.signIn(ada.email)
    expect(await factorsOf(ada).secondFactors()).toMatchObject({
      totp: null,
      recovery_codes_left: 0,
    })
    const log = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', ada.id)
      .where('action', 'like', 'second_factor%')
      .execute()
    expect(log.map(({ action }) => action)).toEqual([
      'second_factor_added',
      'second_factor_removed',
    ])
  })

  test('by whoever has no password is open for ten minutes after signing in', async () => {
    const ada = await app.person()
    await app.db
      .updateTable('users')
      .set({ password_hash: NO_PASSWORD })
      .where('id', '=', ada.id)
      .execute()
    expect(await factorsOf(ada).secondFactors()).toMatchObject({ has_password: false })
    await factorsOf(ada).beginTotp({ body: {} })
    app.moveClock(10 * 60_000)
    await expect(factorsOf(ada).beginTotp({ body: {} })).rejects.toMatchObject({ status: 400 })
  })

  test('an admin removes what somebody has lost: logged, mailed, and every session ends', async () => {
    const ada = await app.person()
    const admin = await app.person({ role: 'admin' })
    await addTotp(ada)
    await addPasskey(ada)
    const lift = () => factorsOf(admin).liftSecondFactor({ params: { id: ada.id } })
    await lift()
    await mail.take(ada.email, /was removed/)
    await expect(ada.call(auth).me()).rejects.toMatchObject({ status: 401 })
    await app.signIn(ada.email)
    await expect(lift()).rejects.toMatchObject({ status: 404 })
  })

  test('whoever runs the machine removes what the last admin has lost', async () => {
    const admin = await app.person({ role: 'admin' })
    await addTotp(admin)
    await resetSecondFactorByEmail(app.db, admin.email, app.parts.clock())
    await app.signIn(admin.email)
  })
})

describe('where staff must have a second factor', () => {
  test('those without set one up before anything else, and cannot remove the last', async () => {
    const admin = await app.person({ role: 'admin' })
    const advisor = await app.person({ role: 'advisor' })
    const student = await app.person()
    const require = (required: boolean) =>
      factorsOf(admin).requireSecondFactor({ body: { required } })
    const { url } = await advisor.call(files).uploadFile({ form: fileForm('Notes', 'notes.txt') })
    const openFile = async ({ headers }: Pick<Person, 'headers'>) =>
      (await app.http.inject({ url, headers })).statusCode
    expect(await openFile(advisor)).toBe(200)
    await expect(require(true)).rejects.toMatchObject({ status: 409 })
    await addTotp(admin)
    const before = await factorsOf(admin).staffSecondFactor()
    expect(await require(true)).toEqual({ ...before, required: true })
    try {
      const signedIn = await app.signIn(advisor.email)
      expect(await signedIn.call(auth).me()).toMatchObject({ second_factor_due: true })
      await expect(signedIn.call(profile).getProfile()).rejects.toMatchObject({
        status: 403,
        code: 'second_factor_due',
      })
      expect(await student.call(auth).me()).toMatchObject({ second_factor_due: false })
      // Until then, they are anonymous, also for public calls.
      expect(await openFile(signedIn)).toBe(404)
      const { secret } = await addTotp(signedIn)
      await signedIn.call(profile).getProfile()
      await expect(
        factorsOf(signedIn).removeTotp({ body: { code: codeOf(secret) } }),
      ).rejects.toMatchObject({ status: 409 })
    } finally {
      await require(false)
    }
  })
})
