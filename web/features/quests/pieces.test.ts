import { expect, test } from 'vitest'

import { asPiece, mergeDrafts } from './pieces.ts'

const said = (text: string) => ({ type: 'text' as const, text })
const wordsIn = (pieces: readonly { type: string }[]) =>
  pieces.map((piece) => ('text' in piece ? piece.text : piece.type))

test('of two devices, all that is different stands there, and what is the same stands there once', () => {
  // As the database returns it: in another order, and without empty fields.
  const remote = {
    pieces: [JSON.parse('{"text":"Both","type":"text"}'), said('Phone')].map(asPiece),
    reflection: 'One',
  }
  const own = {
    pieces: [{ ...said('Both'), caption: '' }, said('Laptop'), said('  ')].map(asPiece),
    reflection: 'Two',
  }
  const { pieces, reflection } = mergeDrafts(remote, own)
  expect(wordsIn(pieces)).toEqual(['Both', 'Phone', 'Laptop'])
  expect(reflection).toBe('One\n\nTwo')
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(3)
})

test('the same draft on both is that draft', () => {
  const own = { pieces: [asPiece(said('Same'))], reflection: 'And so is this' }
  const both = mergeDrafts({ ...own, pieces: [asPiece(said('Same'))] }, own)
  expect(wordsIn(both.pieces)).toEqual(['Same'])
  expect(both.reflection).toBe('And so is this')
})
