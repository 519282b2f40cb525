import { existsSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { consultations } from '#contract/consultations'
import { site } from '#contract/site'
import { siteSettings } from '#contract/site-settings'
import { WEEKDAYS } from '#rules/recurrence'
import { eventually } from '#testing/eventually'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startApp({ env: { SUPPORT_EMAIL: '' } })
  admin = await app.person({ role: 'admin' })
})
afterAll(() => app.stop())

const get = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } })
const offer = (offers: ('consultations' | 'licensed_teachers' | 'accredited_diploma')[]) =>
  admin.call(siteSettings).changeOffers({ body: { offers } })

test('a new site offers nothing in the school’s name, and has no support address', async () => {
  expect(await app.anyone.call(site).settings()).toMatchObject({ offers: [], support_email: '' })
  expect((await get('/support')).statusCode).toBe(404)
  expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
})

test('consultations can be booked only while the school offers them', async () => {
  const teacher = await app.person({ role: 'advisor' })
  const weekly = WEEKDAYS.map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  await teacher.call(consultations).changeAvailability({
    body: {
      open: true,
      time_zone: 'UTC',
      video_url: 'https://meet.example.org/ada',
      weekly,
      exceptions: [],
      buffer_minutes: 0,
      notice_hours: 1,
      days_ahead: 30,
      per_day: 4,
    },
  })
  const listed = async () => (await app.anyone.call(consultations).listSlots()).items
  expect(await listed()).toEqual([])

  await offer(['consultations'])
  const [slot] = await listed()
  expect(slot?.host.id).toBe(teacher.id)

  await offer([])
  expect(await listed()).toEqual([])
  const body = {
    host_id: teacher.id,
    starts_at: slot!.starts_at,
    time_zone: 'UTC',
    name: 'Ada',
    email: 'ada@example.org',
    notes: '',
  }
  await expect(app.anyone.call(consultations).book({ body })).rejects.toMatchObject({ status: 409 })
})

// The web app is built before the tests run.
describe.runIf(existsSync('build/client/index.html'))('the landing page', () => {
  const offersOf = async (url: string) => {
    const { body, headers } = await get(url)
    return {
      offers: /<html[^>]* data-offers="([^"]*)"/.exec(body)?.[1] ?? null,
      etag: headers.etag,
    }
  }

  test('follows what the school offers', async () => {
    await offer([])
    const { etag } = await eventually(async () => {
      const page = await offersOf('/')
      expect(page.offers).toBeNull()
      return page
    })
    await offer(['accredited_diploma', 'consultations'])
    await eventually(async () => {
      const page = await offersOf('/')
      expect(page.offers).toBe('consultations accredited_diploma')
      expect(page.etag).not.toBe(etag)
    })
  })
})
