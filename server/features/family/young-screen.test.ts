import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { guardians } from '#contract/guardians'
import { notifications } from '#contract/notifications'
import { verifiedParent } from '#testing/consent-builder'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const family = async (age: number) => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(age), firstName: 'Noah' })
  const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Jonas')]
  for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
  return { child, mother, father }
}
const screenOf = (guardian: Person, { id }: Person) => {
  const call = guardian.call(guardians)
  return {
    show: () => call.showYoungScreen({ params: { id } }),
    choose: (enabled: boolean) => call.chooseYoungScreen({ params: { id }, body: { enabled } }),
  }
}
const hasIt = async (child: Person) => (await child.call(auth).me()).young_screen
const titlesOf = async (person: Person) =>
  (await person.call(notifications).listNotifications({ query: {} })).items.map(
    ({ title }) => title,
  )

test('a guardian turns a child’s simple screen off; the last choice applies, and the other one is told', async () => {
  const { child, mother, father } = await family(8)
  expect(await screenOf(mother, child).show()).toEqual({
    enabled: true,
    applies: true,
    set_by: null,
    set_at: null,
  })
  expect(await hasIt(child)).toBe(true)
  await screenOf(mother, child).choose(false)
  expect(await hasIt(child)).toBe(false)
  expect(await titlesOf(father)).toContain('Noah’s simple screen was switched off')
  expect(await titlesOf(mother)).not.toContain('Noah’s simple screen was switched off')
  await screenOf(father, child).choose(true)
  expect(await hasIt(child)).toBe(true)
  expect(await screenOf(mother, child).show()).toMatchObject({
    enabled: true,
    set_by: 'Jonas',
  })
  // A choice that changes nothing has no effect.
  await screenOf(mother, child).choose(true)
  expect(await screenOf(mother, child).show()).toMatchObject({ set_by: 'Jonas' })
})

test('it ends on the tenth birthday, whatever was chosen', async () => {
  const { child, mother } = await family(10)
  expect(await screenOf(mother, child).show()).toMatchObject({ applies: false })
})

test('nobody but a guardian who decides may choose it, and no longer than they are one', async () => {
  const { child, mother } = await family(8)
  const stranger = await app.person()
  for (const person of [stranger, child]) {
    await expect(screenOf(person, child).choose(false)).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status === 403 || status === 404),
    })
  }
  await endGuardianship(app, mother)
  await expect(screenOf(mother, child).choose(false)).rejects.toMatchObject({ status: 404 })
  expect(await hasIt(child)).toBe(true)
})
