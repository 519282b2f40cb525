import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { type Db, transaction } from '#platform/database'
import { followEvents } from '#testing/event-stream'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let node: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 3 })
  node = await startApp({ beside: app })
})
afterAll(async () => {
  await node.stop()
  await app.stop()
})

const tell = (db: Db, person: Person, id: string) =>
  app.parts.changeEvents.publish(db, [person.id], { kind: 'conversation', id })
const isAbout =
  (id: string) =>
  ({ data }: { data: { id: string }[] | null }) =>
    data?.some((each) => each.id === id) === true

describe('what changes for a person', () => {
  test('is told at every node, once it is stored, and to nobody else', async () => {
    const [ada, bob] = [await app.person(), await app.person()]
    const streams = await Promise.all([
      followEvents(app, ada),
      followEvents(node, ada),
      followEvents(node, bob),
    ])
    const [stored, thrownAway, toBob] = [randomUUID(), randomUUID(), randomUUID()]
    const failing = transaction(app.db, async (db) => {
      await tell(db, ada, thrownAway)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await transaction(app.db, (db) => tell(db, ada, stored))
    await tell(app.db, bob, toBob)
    for (const stream of streams.slice(0, 2)) await stream.until(isAbout(stored))
    await streams[2].until(isAbout(toBob))
    const all = JSON.stringify(streams.map(({ told }) => told))
    expect(all).not.toContain(thrownAway)
    expect(JSON.stringify(streams[2].told)).not.toContain(stored)
    for (const stream of streams) stream.leave()
  })

  test('reaches the others when a node dies between its commit and the notice', async () => {
    const ada = await app.person()
    const stream = await followEvents(node, ada)
    const id = randomUUID()
    await app.db
      .insertInto('signals')
      .values({ user_id: ada.id, kind: 'conversation', about: id })
      .execute()
    await stream.until(isAbout(id))
    stream.leave()
  })

  test('is told after a reconnect, also what was numbered before and stored later', async () => {
    const ada = await app.person()
    const first = await followEvents(node, ada)
    const [early, late, between] = [randomUUID(), randomUUID(), randomUUID()]
    const { id: cursor } = await first.until(({ event }) => event === 'reset')
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = transaction(app.db, async (db) => {
      await tell(db, ada, late)
      await waiting
    })
    await tell(app.db, ada, early)
    const { id: after } = await first.until(isAbout(early))
    first.leave()
    await first.ended
    goOn()
    await slow
    await tell(app.db, ada, between)

    const again = await followEvents(node, ada, after)
    const { data } = await again.until(({ event }) => event === 'signals')
    expect(data?.map(({ id }) => id).toSorted()).toEqual([late, between].toSorted())
    again.leave()
    const fromStart = await followEvents(app, ada, cursor)
    const replayed = await fromStart.until(({ event }) => event === 'signals')
    expect(replayed.data).toHaveLength(3)
    fromStart.leave()
  })

  test.each([
    '',
    'x',
    '0.1:1:',
    '99999999999999.5:4:',
    `${Date.now()}.5:9:8,7`,
    `${Date.now()}.0:0:`,
  ])('after %j may be anything: the browser is told to read again', async (cursor) => {
    const stream = await followEvents(app, await app.person(), cursor)
    expect((await stream.until(() => true)).event).toBe('reset')
    stream.leave()
  })
})

describe('a stream ends', () => {
  test('with its session, and when the account is stopped', async () => {
    const ada = await app.person()
    const [here, there] = [await followEvents(app, ada), await followEvents(node, ada)]
    await ada.call(auth).logout()
    await Promise.all([here.ended, there.ended])
    await expect(followEvents(node, ada)).rejects.toThrow('401')

    const bob = await app.person()
    const stream = await followEvents(node, bob)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', bob.id)
      .execute()
    await stream.ended
    await expect(followEvents(node, bob)).rejects.toThrow('403')
  })

  test('when a person has more of them than browsers', async () => {
    const ada = await app.person()
    const streams = []
    for (let i = 0; i < 13; i += 1) streams.push(await followEvents(app, ada))
    await streams[0]!.ended
    const id = randomUUID()
    await tell(app.db, ada, id)
    await streams[12]!.until(isAbout(id))
    for (const stream of streams) stream.leave()
  })

  test('when its node stops, which does not wait for it', async () => {
    const third = await startApp({ beside: app })
    const stream = await followEvents(third, await app.person())
    await third.stop()
    await stream.ended
  })
})
