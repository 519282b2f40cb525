import { expect, test } from 'vitest'

import { plainWords, withoutIdentifiers } from '#rules/text/sentences'

import { costOf, exceededLimits } from './measure.ts'

test.each(['a', 'a-', 'a ', 'a.', 'ä\u0301', '王', '한', '[', '[](', '('])(
  'a text of %s alone costs little to prepare for a model, and a model’s to show',
  async (part) => {
    const text = part.repeat(60_000 / part.length)
    const cost = await costOf(() =>
      Promise.resolve([withoutIdentifiers(text, ['Maya', '王王明', '한한국']), plainWords(text)]),
    )
    expect(exceededLimits(part, cost)).toEqual([])
  },
)
