import { describe, expect, test } from 'vitest'

import { mayDecide, mayEdit, maySee } from './authoring.ts'

const ada = { userId: 'ada', role: 'advisor' }
const ben = { userId: 'ben', role: 'educator' }
const cleo = { userId: 'cleo', role: 'student' }
const admin = { userId: 'max', role: 'admin' }
const of = (authorId: string | null, state: 'draft' | 'proposed' | 'published' | 'archived') => ({
  authorId,
  state,
})

describe('a quest that is being written', () => {
  test('is edited by its author and by administrators', () => {
    expect(mayEdit(of('ada', 'draft'), ada)).toBe(true)
    expect(mayEdit(of('ada', 'draft'), ben)).toBe(false)
    expect(mayEdit(of('ada', 'draft'), admin)).toBe(true)
    expect(mayEdit(of(null, 'published'), ada)).toBe(false)
  })

  test('is decided about by staff other than the author, once it is proposed', () => {
    expect(mayDecide(of('ada', 'proposed'), ben)).toBe(true)
    expect(mayDecide(of('ada', 'proposed'), ada)).toBe(false)
    expect(mayDecide(of('ada', 'draft'), ben)).toBe(false)
    expect(mayDecide(of('ada', 'proposed'), cleo)).toBe(false)
    expect(mayDecide(of('max', 'proposed'), admin)).toBe(true)
  })

  test('is seen by others once it is proposed, or published', () => {
    expect(maySee(of('ada', 'draft'), ben)).toBe(false)
    expect(maySee(of('ada', 'proposed'), ben)).toBe(true)
    expect(maySee(of('ada', 'proposed'), cleo)).toBe(false)
    expect(maySee(of('ada', 'published'), cleo)).toBe(true)
    expect(maySee(of('ada', 'archived'), ben)).toBe(false)
  })
})
