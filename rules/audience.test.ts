import { expect, test } from 'vitest'

import { AUDIENCES, SHOWN_TO, VIEWERS } from './audience.ts'

test('each audience includes the ones before it', () => {
  const reach = VIEWERS.map((viewer) =>
    SHOWN_TO[viewer].map((audience) => AUDIENCES.indexOf(audience)),
  )
  for (const seen of reach) {
    expect(seen).toEqual(AUDIENCES.map((_, i) => i).slice(seen[0]))
  }
})

test('nobody sees what is private', () => {
  for (const viewer of VIEWERS) expect(SHOWN_TO[viewer]).not.toContain('private')
})

test('a stranger sees only what is public', () => {
  expect(SHOWN_TO.stranger).toEqual(['public'])
})
