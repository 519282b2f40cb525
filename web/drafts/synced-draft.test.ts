import { afterEach, expect, test, vi } from 'vitest'

import type { User } from '#contract/auth'
import { ApiError } from '#web/api'
import { createSession, memoryStorage } from '#web/session'

import { localDraft } from './local.ts'
import { createSyncedDraft, type DraftOptions } from './synced-draft.ts'

type Text = { text: string; note?: string }
type Options = DraftOptions<Text, number | null>

afterEach(() => {
  vi.useRealTimers()
})

/** A server with one draft, which can only be replaced by a draft based on its version. */
const createServer = () => {
  let draft: { value: Text; version: number | null } = { value: { text: '' }, version: null }
  const saves: string[] = []
  let failure: ApiError | undefined
  const answer = async () => {
    if (failure) throw failure
  }
  return {
    saves,
    draft: () => draft,
    fail: (status: number | undefined) => {
      failure = status === undefined ? undefined : new ApiError({ status })
    },
    read: async () => {
      await answer()
      return draft
    },
    save: async ({ value, version }: typeof draft) => {
      await answer()
      if (version !== draft.version) throw new ApiError({ status: 409 })
      draft = { value, version: (version ?? 0) + 1 }
      saves.push(value.text)
      return { version: draft.version }
    },
  }
}
type Server = ReturnType<typeof createServer>

/** A browser with a signed-in person. Its tabs share its storage. */
const createDevice = (server: Server) => {
  const storage = memoryStorage()
  const user = {
    id: 'ada',
    first_name: 'Ada',
    last_name: '',
    email: 'a@example.org',
    role: 'student',
  }
  const session = createSession(() => storage)
  session.start({ user: user as User })
  return {
    session,
    /** Opens a tab that has read the server's draft. */
    open: (options: Partial<Options> = {}) => {
      const { save, read } = server
      const local = localDraft<Text, number | null>('draft', session)
      return createSyncedDraft(local, { remote: server.draft(), save, read, ...options })
    },
  }
}

const both = (remote: Text, own: Text) => ({ text: `${remote.text} + ${own.text}` })
const say = (text: string) => () => ({ text })

test('a draft is saved in the browser at once, and on the server after a pause', async () => {
  vi.useFakeTimers()
  const server = createServer()
  const device = createDevice(server)
  const draft = device.open()
  draft.change(say('a'))
  draft.change(say('ab'))
  expect(draft.current()).toMatchObject({ isUnsaved: true, status: 'idle' })
  expect(device.open().current()).toMatchObject({ value: { text: 'ab' }, isUnsaved: true })
  await vi.runAllTimersAsync()
  expect(server.saves).toEqual(['ab'])
  expect(draft.current()).toMatchObject({ isUnsaved: false, status: 'saved', version: 1 })
  expect(device.session.readUnsent('draft')).toBeNull()
})

test('the second save waits for the first, and continues its version', async () => {
  const server = createServer()
  const draft = createDevice(server).open()
  draft.change(say('a'))
  const first = draft.save()
  await Promise.resolve()
  draft.change(say('ab'))
  expect(await Promise.all([first, draft.save()])).toEqual([true, true])
  expect(server.saves).toEqual(['a', 'ab'])
})

test('what is typed during a save stays, and is unsaved', async () => {
  const server = createServer()
  const draft = createDevice(server).open()
  draft.change(say('a'))
  const saving = draft.save()
  await Promise.resolve()
  draft.change(say('ab'))
  await saving
  expect(draft.current()).toMatchObject({ value: { text: 'ab' }, version: 1, isUnsaved: true })
})

test('without a network, a draft stays in the browser over a reload, and is saved later', async () => {
  const server = createServer()
  const device = createDevice(server)
  const draft = device.open()
  server.fail(0)
  draft.change(say('a'))
  expect(await draft.save()).toBe(false)
  expect(draft.current()).toMatchObject({ status: 'failed', isUnsaved: true })
  const reloaded = device.open()
  expect(reloaded.current()).toMatchObject({ value: { text: 'a' }, isUnsaved: true })
  server.fail(undefined)
  expect(await reloaded.save()).toBe(true)
  expect(server.saves).toEqual(['a'])
})

test('a page that opens without a network shows what was saved last, though it has read less', async () => {
  const server = createServer()
  const device = createDevice(server)
  const options = { isAway: () => true }
  const draft = device.open(options)
  const unread = server.draft()
  draft.change(say('a'))
  await draft.save()
  const opened = device.open({ ...options, remote: unread }).current()
  expect(opened).toMatchObject({ value: { text: 'a' }, isUnsaved: false, version: 1 })
  // Online, a missing server draft means that it was submitted elsewhere.
  const online = device.open({ isAway: () => false, remote: unread }).current()
  expect(online).toMatchObject({ value: { text: '' }, version: null })
})

test('two devices: both drafts stay until one is chosen', async () => {
  const server = createServer()
  const [phone, laptop] = [createDevice(server).open(), createDevice(server).open()]
  phone.change(say('phone'))
  await phone.save()
  laptop.change(say('laptop'))
  expect(await laptop.save()).toBe(false)
  const inConflict = { value: { text: 'laptop' }, status: 'conflict', conflict: server.draft() }
  expect(laptop.current()).toMatchObject(inConflict)
  laptop.change(say('laptop, later'))
  expect(await laptop.save()).toBe(false)
  expect(server.saves).toEqual(['phone'])

  expect(await laptop.keepOwn()).toBe(true)
  expect(server.saves).toEqual(['phone', 'laptop, later'])
  phone.change(say('phone, later'))
  await phone.save()
  phone.takeRemote()
  const taken = { value: { text: 'laptop, later' }, isUnsaved: false, conflict: undefined }
  expect(phone.current()).toMatchObject(taken)
})

test('two devices: where drafts can be merged, nobody has to choose', async () => {
  const server = createServer()
  const open = () => createDevice(server).open({ merge: both })
  const [phone, laptop] = [open(), open()]
  phone.change(say('phone'))
  await phone.save()
  laptop.change(say('laptop'))
  expect(await laptop.save()).toBe(true)
  expect(laptop.current()).toMatchObject({ isMerged: true, isUnsaved: false, version: 2 })
  expect(server.draft().value).toEqual({ text: 'phone + laptop' })

  // The first device has nothing to add to the merged draft.
  const merge = (remote: Text) => remote
  const phoneAgain = createDevice(server).open({
    merge,
    remote: { value: { text: 'phone' }, version: 1 },
  })
  phoneAgain.change(say('phone, again'))
  expect(await phoneAgain.save()).toBe(true)
  expect(phoneAgain.current()).toMatchObject({ isMerged: true, status: 'saved', version: 2 })
})

test('two tabs: the other has saved the same, and nobody is asked', async () => {
  const server = createServer()
  const device = createDevice(server)
  const [one, other] = [device.open(), device.open()]
  for (const tab of [one, other]) tab.change(say('same'))
  await one.save()
  expect(await other.save()).toBe(true)
  expect(other.current()).toMatchObject({ status: 'saved', isUnsaved: false, version: 1 })
  expect(server.saves).toEqual(['same'])
})

test('two tabs: what was written in the one and then in the other is a conflict, and not overwritten', async () => {
  const server = createServer()
  const device = createDevice(server)
  const [one, other] = [device.open(), device.open()]
  one.change(say('one'))
  await one.save()
  other.change(say('other'))
  expect(await other.save()).toBe(false)
  expect(server.saves).toEqual(['one'])
  expect(device.open().current()).toMatchObject({ value: { text: 'other' }, isUnsaved: true })
})

test('a refusal for another reason than the version is a failure', async () => {
  const server = createServer()
  const draft = createDevice(server).open({ merge: both })
  server.fail(409)
  draft.change(say('a'))
  expect(await draft.save()).toBe(false)
  expect(draft.current()).toMatchObject({ status: 'failed', error: { status: 409 } })
  server.fail(undefined)
  await draft.save()
  expect(draft.current()).toMatchObject({ status: 'saved', error: undefined, isMerged: false })
})

test('a draft that is saved when asked stays over a reload for as long as the server’s is the same', async () => {
  vi.useFakeTimers()
  const server = createServer()
  const device = createDevice(server)
  const draft = device.open({ isManual: true })
  draft.change(say('a'))
  await vi.runAllTimersAsync()
  expect(server.saves).toEqual([])
  expect(device.open({ isManual: true }).current()).toMatchObject({ value: { text: 'a' } })
  await server.save({ value: { text: 'from elsewhere' }, version: null })
  const after = device.open({ isManual: true }).current()
  expect(after).toMatchObject({ value: { text: 'from elsewhere' }, isUnsaved: false })
  draft.change(say(''))
  expect(draft.current().isUnsaved).toBe(false)
})

test('a newer version is followed where nothing is unsaved, and joined where that is wanted', async () => {
  const server = createServer()
  const draft = createDevice(server).open()
  draft.follow({ value: { text: 'two' }, version: 2 })
  expect(draft.current()).toMatchObject({ value: { text: 'two' }, version: 2, isUnsaved: false })
  draft.change(say('own'))
  draft.follow({ value: { text: 'three' }, version: 3 })
  expect(draft.current()).toMatchObject({ value: { text: 'own' }, version: 2 })
  draft.follow({ value: { text: 'three' }, version: 3 }, both)
  expect(draft.current()).toMatchObject({ value: { text: 'three + own' }, version: 3 })
})

test('a draft that is released stays in the browser, to be submitted, and is not saved any more', async () => {
  vi.useFakeTimers()
  const server = createServer()
  const device = createDevice(server)
  const draft = device.open()
  draft.change(say('a'))
  await draft.save()
  draft.change(say('ab'))
  await draft.release()
  await vi.runAllTimersAsync()
  await draft.save()
  expect(server.saves).toEqual(['a'])
  const local = localDraft('draft', device.session).read()
  expect(local).toEqual({ value: { text: 'ab' }, version: 1, isUnsent: true })
})

test('a draft that is released and not submitted is saved again, even if the page knows of no newer one', async () => {
  const server = createServer()
  const device = createDevice(server)
  const phone = device.open()
  phone.change(say('phone'))
  await phone.save()
  const known = server.draft()
  await phone.release()
  const laptop = createDevice(server).open()
  laptop.change(say('laptop'))
  await laptop.save()
  const again = device.open({ merge: both, remote: known })
  expect(again.current().isUnsaved).toBe(true)
  expect(await again.save()).toBe(true)
  expect(again.current()).toMatchObject({ value: { text: 'laptop + phone' }, isMerged: true })
})

test('nothing is left of a draft that is discarded, or when its person signs out', async () => {
  vi.useFakeTimers()
  const server = createServer()
  const device = createDevice(server)
  const discarded = device.open()
  discarded.change(say('a'))
  const saving = discarded.save()
  await Promise.resolve()
  discarded.change(say('ab'))
  discarded.discard()
  await saving
  await vi.runAllTimersAsync()
  expect(server.saves).toEqual(['a'])
  expect(device.session.readUnsent('draft')).toBeNull()

  const draft = device.open({ isManual: true })
  draft.change(say('b'))
  device.session.clear()
  draft.change(say('bc'))
  expect(device.session.readUnsent('draft')).toBeNull()
})

test('without a server, a draft stays in the browser until it is what it began with', async () => {
  const device = createDevice(createServer())
  const draft = device.open({ save: undefined })
  draft.change(say('Hello'))
  expect(device.open({ save: undefined }).current().value).toEqual({ text: 'Hello' })
  draft.change(say(''))
  expect(device.session.readUnsent('draft')).toBeNull()
})

test.each([
  [{ text: 'task', basedOn: 4, isUnsent: true }, 4],
  [{ content: { text: 'quest' }, revision: 3 }, 3],
  [{ text: 'plan', version: 2 }, 2],
  [{ text: 'feedback' }, null],
])(
  'a draft that an earlier version of the app has saved is still there: %j',
  (earlier, version) => {
    const device = createDevice(createServer())
    device.session.saveUnsent('draft', JSON.stringify(earlier))
    const { value } = device.open().current()
    expect(value).toEqual({ text: ('content' in earlier ? earlier.content : earlier).text })
    expect(localDraft('draft', device.session).read()).toMatchObject({ version, isUnsent: true })
  },
)

test.each(['{{{', 'null', '5', '[]'])('%s is no draft', (text) => {
  const device = createDevice(createServer())
  device.session.saveUnsent('draft', text)
  expect(device.open().current()).toMatchObject({ value: { text: '' }, isUnsaved: false })
})
