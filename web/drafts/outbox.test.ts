import { expect, test } from 'vitest'

import type { User } from '#contract/auth'
import { createSession, memoryStorage } from '#web/session'

import { createOutbox } from './outbox.ts'

type Item = { key: string; state: string }

const user = {
  id: 'ada',
  first_name: 'Ada',
  last_name: '',
  email: 'a@example.org',
  role: 'student',
}

const openTabs = (storage = memoryStorage()) => {
  const session = createSession(() => storage)
  session.start({ user: user as User })
  const open = () => createOutbox<Item>('outbox', ({ key }) => key, session)
  return { session, open }
}

test('what waits to be sent is the same list in all tabs, in the order of writing', () => {
  const { session, open } = openTabs()
  const [one, other] = [open(), open()]
  one.put({ key: 'a', state: 'sending' })
  other.put({ key: 'b', state: 'sending' })
  one.put({ key: 'a', state: 'failed' })
  expect(other.list()).toEqual([
    { key: 'a', state: 'failed' },
    { key: 'b', state: 'sending' },
  ])
  expect(other.list()).toBe(other.list())
  one.remove('a')
  // Another tab has sent it meanwhile.
  other.patch('a', { state: 'failed' })
  expect(open().list()).toEqual([{ key: 'b', state: 'sending' }])
  one.remove('b')
  expect(session.readUnsent('outbox')).toBeNull()
})

test('a browser without room loses nothing while the page is open', () => {
  const storage = memoryStorage()
  const { open } = openTabs(storage)
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const outbox = open()
  outbox.put({ key: 'a', state: 'sending' })
  outbox.patch('a', { state: 'failed' })
  expect(outbox.list()).toEqual([{ key: 'a', state: 'failed' }])
})
