import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth, type LoginReply } from '#contract/auth'
import { schoolSignIn } from '#contract/school-sign-in'
import { type Roster, rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { type SchoolProvider, startSchoolProvider } from '#testing/school-provider'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let site: RosterSite
let school: SchoolProvider
let roster: Roster
beforeAll(async () => {
  school = await startSchoolProvider('http://localhost/login/school')
  app = await startApp({
    work: true,
    poolSize: 3,
    env: {
      OIDC_ISSUER: school.issuer,
      OIDC_CLIENT_ID: school.clientId,
      OIDC_CLIENT_SECRET: school.clientSecret,
      OIDC_NAME: 'Hill School',
      OIDC_HOSTED_DOMAIN: 'school.example',
      PUBLIC_URL: 'http://localhost',
    },
  })
  site = rosterSite(app, await app.person({ role: 'admin' }))
  roster = rosterOf(8)
  await site.apply(await site.bringRoster(roster))
})
afterAll(async () => {
  await app.stop()
  await school.stop()
})

/** Gives a person of the roster another address. */
const move = async (sourcedId: string, email: string) => {
  const user = roster.users.find((each) => each['sourcedId'] === sourcedId)!
  app.moveClock(60_000)
  return site.apply(await site.bringRoster({ users: [{ ...user, email }] }, { mode: 'delta' }))
}

/** Signs in with the school's account that has this address. Returns the status and the session's headers. */
const signInAtSchool = async (name: string) => {
  school.people[name] = {
    email: `${name}@school.example`,
    email_verified: true,
    hd: 'school.example',
  }
  const post = (url: string, payload: object, cookies: Record<string, string>) =>
    app.http.inject({ method: 'POST', url, payload, cookies })
  const begun = await post(schoolSignIn.beginSchoolSignIn.path, {}, {})
  const { value } = begun.cookies.find((cookie) => cookie.name === 'school_sign_in')!
  const query = await school.signIn(begun.json<{ url: string }>().url, name)
  const reply = await post(
    schoolSignIn.finishSchoolSignIn.path,
    { query },
    { school_sign_in: value },
  )
  const { user, app_access_token: token } = reply.json<LoginReply>()
  return { status: reply.statusCode, id: user?.id, token }
}

test('an undone import leaves nobody the school account that its addresses opened', async () => {
  const own = 't-0@school.example'
  const { id } = (await site.user(own))!
  const wrong = await move('t-0', 'mallory@school.example')
  const opened = await signInAtSchool('mallory')
  expect(opened).toMatchObject({ status: 200, id })
  await site.call.undoImport({ params: { id: wrong.id } })
  await site.settled(wrong.id)
  const headers = { authorization: `Bearer ${opened.token}` }
  const me = await app.http.inject({ url: auth.me.path, headers })
  expect(me.statusCode).toBe(401)
  expect(await signInAtSchool('mallory')).toMatchObject({ status: 403 })

  const again = await move('t-0', 'eve@school.example')
  await site.call.undoImport({ params: { id: again.id } })
  await site.settled(again.id)
  expect(await signInAtSchool('eve')).toMatchObject({ status: 403 })
  expect(await signInAtSchool('t-0')).toMatchObject({ status: 200, id })
})
