import { expect, test } from 'vitest'

import type { User } from '#contract/auth'

import { createSession, memoryStorage } from './session.ts'

const sessionWith = (kept: string | null) => {
  const storage = memoryStorage()
  if (kept !== null) storage.setItem('user', kept)
  return createSession(() => storage)
}

test('the user of the last visit comes back', () => {
  const ada = {
    id: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.org',
    role: 'student',
  }
  expect(sessionWith(JSON.stringify(ada)).cachedUser()).toEqual(ada)
})

test.each([
  null,
  '{{{',
  'null',
  '5',
  '"Ada"',
  '[]',
  '{}',
  '{"role":"student"}',
  '{"first_name":"Ada","last_name":"","email":"a@example.org","role":"student"}',
  '{"id":"ada","first_name":{},"last_name":[],"email":"a@example.org","role":"student"}',
])('%s is nobody', (kept) => {
  expect(sessionWith(kept).cachedUser()).toBeUndefined()
})

const person = (id: string) =>
  ({ id, first_name: id, last_name: '', email: `${id}@example.org`, role: 'student' }) as User
const tokensOf = (id: string) => ({ access: `a ${id}`, refresh: `r ${id}` })

test('what is kept for a person is theirs alone, and goes with their session', () => {
  const storage = memoryStorage()
  const [page, otherTab] = [createSession(() => storage), createSession(() => storage)]
  storage.setItem('theme', 'dark')
  page.start({ user: person('ada'), tokens: tokensOf('ada') })
  page.saveUnsent('draft 1', 'secret')
  expect(page.readUnsent('draft 1')).toBe('secret')

  otherTab.start({ user: person('bo'), tokens: tokensOf('bo') })
  expect(otherTab.readUnsent('draft 1')).toBeNull()
  expect(JSON.stringify(Object.fromEntries(entriesOf(storage)))).not.toContain('secret')
  expect(storage.getItem('theme')).toBe('dark')

  // The first tab has not been notified yet.
  page.saveUnsent('draft 1', 'secret again')
  expect(page.readUnsent('draft 1')).toBeNull()
  expect(page.isOurs()).toBe(false)
  expect(entriesOf(storage).map(([key]) => key)).not.toContain('ada draft 1')
})

const entriesOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => {
    const key = storage.key(index) ?? ''
    return [key, storage.getItem(key)] as const
  })

test('the same person in two tabs, and after a reload, finds what was kept', () => {
  const storage = memoryStorage()
  const page = createSession(() => storage)
  page.start({ user: person('ada'), tokens: tokensOf('ada') })
  page.saveUnsent('draft 1', 'mine')
  const reloaded = createSession(() => storage)
  expect(reloaded.readUnsent('draft 1')).toBeNull()
  reloaded.storeUser(person('ada'), 'ada')
  expect(reloaded.readUnsent('draft 1')).toBe('mine')
})

test('the answer who is here is nobody’s where another tab has begun or ended a session since the question', () => {
  const storage = memoryStorage()
  const page = createSession(() => storage)
  const other = createSession(() => storage)
  page.start({ user: person('ada'), tokens: tokensOf('ada') })

  const asking = createSession(() => storage)
  other.start({ user: person('ben'), tokens: tokensOf('ben') })
  expect(() => asking.storeUser(person('ada'), 'ada')).toThrow('Not ours')
  expect(other.isOurs()).toBe(true)
  expect(asking.hasOwner()).toBe(false)

  other.clear()
  expect(() => asking.storeUser(person('ben'), 'ben')).toThrow('Not ours')
  expect(entriesOf(storage)).toEqual([])
})

test.each([{}, { user: person('ada') }, { tokens: tokensOf('ada') }])(
  'an answer of %j to a sign-in is no session, and changes nothing',
  (answer) => {
    const storage = memoryStorage()
    storage.setItem('theme', 'dark')
    const { user, tokens = {} } = answer as { user?: User; tokens?: Partial<Tokens> }
    expect(() =>
      createSession(() => storage).start({ user: user as User, tokens: tokens as Tokens }),
    ).toThrow('Not a session')
    expect(entriesOf(storage)).toEqual([['theme', 'dark']])
  },
)
type Tokens = { access: string; refresh: string }
