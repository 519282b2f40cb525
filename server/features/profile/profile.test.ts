import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { profile } from '#contract/profile'
import { quests } from '#contract/quests'
import { sweepFiles } from '#features/files'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm, PDF, photoFromBerlin } from '#testing/sample-files'
import { startApp, type TestApp } from '#testing/start-app'

import { chooseDrawing } from './avatar.ts'

const DAY = 24 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const open = (url: string, by: { headers: Record<string, string> } = { headers: {} }) =>
  app.http.inject({ url, headers: by.headers })
const sweep = () => sweepFiles({ ...app.parts, quota: 0 })

test('neither phone nor address of a child is kept, whoever sends it', async () => {
  const contact = { phone_number: '+46 8 123', address_line1: '1 Quay', city: 'Umeå' }
  const body = { ...contact, first_name: 'Grace' }
  const child = await app.person({ dateOfBirth: '2016-01-01' })
  expect(await child.call(profile).changeProfile({ body })).toMatchObject({
    first_name: 'Grace',
    phone_number: null,
    address_line1: null,
    city: null,
  })
  const adult = await app.person()
  expect(await adult.call(profile).changeProfile({ body })).toMatchObject(body)
})

test('a child who asks for help in the interests is heard, and the family does not read it there', async () => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(13) })
  await expect(
    child.call(profile).changeProfile({ body: { interests: 'Kites. My mum hits me' } }),
  ).rejects.toMatchObject({ status: 400, code: 'not_saved' })
  expect(await child.call(profile).getProfile()).toMatchObject({ interests: null })
  const reports = await app.db
    .selectFrom('safety_reports')
    .select(['category', 'held_back'])
    .where('learner_id', '=', child.id)
    .execute()
  expect(reports).toEqual([{ category: 'abuse', held_back: true }])
})

test('what is dear to a child is no private detail', async () => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(13) })
  const body = { interests: 'Cards that say I love you, for Grandma' }
  expect(await child.call(profile).changeProfile({ body })).toMatchObject(body)
})

test('a name is looked at like a title, as friends read it', async () => {
  const child = await app.person({ firstName: 'Ada', dateOfBirth: app.birthdayAt(13) })
  const change = (first_name: string) => child.call(profile).changeProfile({ body: { first_name } })
  await expect(change('My mum hits me')).rejects.toMatchObject({ code: 'not_saved' })
  expect(await change('Grace')).toMatchObject({ first_name: 'Grace' })
})

test('nobody’s name becomes a message, whole or a part at a time', async () => {
  const adult = await app.person({ firstName: 'Sam', lastName: 'Park' })
  const rename = (body: object) => adult.call(profile).changeProfile({ body })
  await expect(rename({ first_name: 'Add me on snapchat' })).rejects.toMatchObject({ status: 400 })
  await rename({ first_name: 'Meet me' })
  await expect(rename({ last_name: 'alone tonight' })).rejects.toMatchObject({ status: 400 })
  expect(await adult.call(profile).getProfile()).toMatchObject({ last_name: 'Park' })
})

describe('an avatar', () => {
  test('is cut to a small square that only its owner sees, and replaces the one before', async () => {
    const ada = await app.person()
    const first = await ada
      .call(profile)
      .changeAvatar({ form: fileForm(await photoFromBerlin(), 'me.jpg') })
    const shown = await open(first.avatar_url!, ada)
    expect(shown.headers['content-type']).toBe('image/webp')
    const { width, height, exif } = await sharp(shown.rawPayload).metadata()
    expect({ width, height, exif }).toEqual({ width: 256, height: 256, exif: undefined })
    expect((await open(first.avatar_url!, await app.person())).statusCode).toBe(404)
    expect((await open(first.avatar_url!)).statusCode).toBe(404)

    const second = await ada
      .call(profile)
      .changeAvatar({ form: fileForm(await photoFromBerlin(), 'me.jpg') })
    expect(second.avatar_url).not.toBe(first.avatar_url)
    expect((await open(first.avatar_url!, ada)).statusCode).toBe(404)
    app.moveClock(8 * DAY)
    await sweep()
    const again = await app.signIn(ada.email)
    expect((await open(second.avatar_url!, again)).statusCode).toBe(200)
    expect((await again.call(profile).removeAvatar()).avatar_url).toBeNull()
    expect((await open(second.avatar_url!, again)).statusCode).toBe(404)
  })

  test('is no evidence: it would be gone with the next one', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(ada).start(id)
    const { avatar_url } = await ada
      .call(profile)
      .changeAvatar({ form: fileForm(await photoFromBerlin(), 'me.jpg') })
    const file_id = avatar_url!.split('/').at(-1)!
    await expect(
      ada.call(quests).submitTask({
        params: { id: tasks[0]! },
        body: { blocks: [{ type: 'image', file_id }] },
      }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('of a child is a drawn picture: a photograph is refused, also without the page', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(12) })
    await expect(
      child.call(profile).changeAvatar({ form: fileForm(await photoFromBerlin(), 'me.jpg') }),
    ).rejects.toMatchObject({ status: 403 })
    for (const drawing of ['fox', 'whale'] as const) {
      const { avatar_url } = await child.call(profile).chooseAvatar({ body: { drawing } })
      const { rawPayload } = await open(avatar_url!, child)
      const { width, height } = await sharp(rawPayload).metadata()
      expect({ width, height }).toEqual({ width: 256, height: 256 })
    }
  })

  test('that is drawn has a row before its bytes, so that the sweep finds them after a crash', async () => {
    const ada = await app.person()
    const { files } = app.parts
    let key = ''
    const put: typeof files.put = async (...given) => {
      await files.put(...given)
      key = given[0]
      throw new Error('killed')
    }
    const parts = { ...app.parts, files: { ...files, put } }
    const scratch = path.join(app.folder, 'uploads')
    await expect(chooseDrawing(parts, scratch, ada.id, 'fox')).rejects.toThrow('killed')
    expect(await files.get(key)).toBeDefined()
    app.moveClock(2 * DAY)
    await sweep()
    app.moveClock(-2 * DAY)
    expect(await files.get(key)).toBeUndefined()
  })

  test('is a picture and nothing else', async () => {
    const ada = await app.person()
    await expect(
      ada.call(profile).changeAvatar({ form: fileForm(PDF, 'me.png') }),
    ).rejects.toMatchObject({ status: 415 })
    expect((await ada.call(profile).getProfile()).avatar_url).toBeNull()
  })
})

test('a name changes twenty times, and back and forth between two as often as one likes', async () => {
  const ada = await app.person()
  const rename = (first_name: string) => ada.call(profile).changeProfile({ body: { first_name } })
  for (let time = 0; time < 30; time += 1) await rename(time % 2 === 0 ? 'Bea' : 'Ada')
  for (const letter of 'bcdefghijklmnopqrst') await rename(`Ad${letter}`)
  await expect(rename('Adz')).rejects.toMatchObject({ status: 409 })
  // The way back stays open.
  await rename('Ada')
  await rename('Adt')
  await ada.call(profile).changeProfile({ body: { first_name: 'Adt', interests: 'Kites' } })
})
