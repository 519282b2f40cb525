import fc from 'fast-check'
import { expect, test } from 'vitest'

import { plainWords, extractSentences, withoutIdentifiers } from './sentences.ts'

/** Sentences of a text that arrives in pieces. */
const inPieces = (pieces: readonly string[]) => {
  const all: string[] = []
  let rest = ''
  for (const piece of pieces) {
    const taken = extractSentences(rest + piece)
    all.push(...taken.sentences)
    rest = taken.rest
  }
  return { all, rest }
}

test('nothing is lost or added, however a text is cut into pieces', () => {
  const piece = fc.string({ unit: fc.constantFrom(...'ab .?!\n"'), maxLength: 80 })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { all, rest } = inPieces(pieces)
      expect(all.join('') + rest).toBe(pieces.join(''))
      for (const sentence of all) expect(sentence.trimEnd().length).toBeLessThanOrEqual(300)
    }),
  )
})

test('a sentence is whole only when something follows its end', () => {
  expect(extractSentences('It is 3.5 m. Is')).toEqual({ sentences: ['It is 3.5 m. '], rest: 'Is' })
  expect(extractSentences('Why?')).toEqual({ sentences: [], rest: 'Why?' })
  const long = `${'word '.repeat(100)}`
  expect(extractSentences(long).sentences[0]).toHaveLength(300)
})

test.each([
  ['See [the page](https://evil.example)!', 'See the page!'],
  ['See ![a map](https://evil.example/a_(1).png)!', 'See a map!'],
  ['Go to www.evil.example/x now', 'Go to  now'],
  ['<b>Bold</b> <script src=x', 'Bold '],
  ['Call +49 170 1234567.', 'Call .'],
  ['## Title **very** `code`', 'Title very code'],
  ['Write to evil.**com** or ht**tps://evil.example/x', 'Write to  or '],
  ['Call 0770`0`900123, or a@b.**com**', 'Call , or '],
  ['Go to evil.1234567890com', 'Go to '],
  ['2 < 3 and 5 > 4; 3.14159 is pi', '2 < 3 and 5 > 4; 3.14159 is pi'],
])('%s leads nowhere', (text, expected) => {
  expect(plainWords(text)).toBe(expected)
})

test('a model is told no name, address or number of the learner', () => {
  const text =
    'I am Ana-Maria Nguyen, nguyen, write to ana@example.org or call 0170 123 45 67. Banana.'
  const told = withoutIdentifiers(text, ['Ana-Maria', 'Nguyen'])
  expect(told).toBe('I am the learner the learner, the learner, write to … or call …. Banana.')
})

test.each([
  [
    'Hi, I am Anna, or Annas sister, or ANNA’S',
    'Hi, I am the learner, or the learner sister, or the learner’S',
  ],
  ['Garcia, García, Lopez, garci\u0301a', 'the learner, the learner, the learner, the learner'],
  ['call me zoe, or Zoë', 'call me the learner, or the learner'],
  ['Muller, Mueller, Müllers', 'the learner, the learner, the learner'],
  ['OBrien, O’Brien, ana-maria, AnaMaria', 'the learner, the learner, the learner, the learner'],
  [
    'I will. My name is Will. An apple for de la Cruz',
    'I will. My name is the learner. An apple for de la the learner',
  ],
  ['我叫王小明，小明', '我叫the learner，the learner'],
  ['저는 민준이에요', '저는 the learner이에요'],
  ['Banana, Annabel, Lopezia', 'Banana, Annabel, Lopezia'],
])('a model is told no part of a name in any spelling: %s', (text, told) => {
  const names = [
    ['Anna Maria', 'García López', 'Zoë', 'Müller', 'O’Brien', 'Ana-Maria', 'Will', 'de la Cruz'],
    ['王小明', '小明', '민준'],
  ].flat()
  expect(withoutIdentifiers(text, names)).toBe(told)
})
