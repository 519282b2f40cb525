import { readFile } from 'node:fs/promises'

import fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'

import { isAboutHome } from '#rules/withheld'
import { BUSY_FACTOR } from '#testing/busy-machine'

import { householdNameMatcher } from './names-at-home.ts'
import {
  mayBeAboutHome,
  screen,
  screenAnswer,
  screenInConversation,
  screenLures,
  findTopic,
} from './screening.ts'

// Whole conversations by children and by the team are in testing/hostile-talks, and are tested over HTTP.

const categories = (text: string) => screen(text).map(({ category }) => category)

describe('a text is read as it is meant', () => {
  const INVISIBLE = fc.constantFrom('\u200b', '\u200d', '\u00ad', '\ufeff', '\u2060')

  test('however invisible characters, case and accents are scattered over it', () => {
    const text = 'i want to kill myself'
    const scattered = fc.tuple(
      ...[...text].map((letter) =>
        fc
          .tuple(
            fc.constantFrom(letter, letter.toUpperCase(), `${letter}\u0301`),
            fc.option(INVISIBLE),
          )
          .map(([shown, hidden]) => shown + (hidden ?? '')),
      ),
    )
    fc.assert(
      fc.property(scattered, (letters) => {
        expect(categories(letters.join(''))).toEqual(['self_harm'])
      }),
    )
  })

  test.each([
    'ᴋɪʟʟ ᴍʏꜱᴇʟꜰ',
    '🅚🅘🅛🅛 🅜🅨🅢🅔🅛🅕',
    '🅺🅸🅻🅻 🅼🆈🆂🅴🅻🅵',
    '⒦⒤⒧⒧ ⒨⒴⒮⒠⒧⒡',
    '🄺🄸🄻🄻 🄼🅈🅂🄴🄻🄵',
    'k•i•l•l m•y•s•e•l•f',
    'k,i,l,l m,y,s,e,l,f',
  ])('in %s as well', (text) => {
    expect(categories(`i want to ${text}`)).toEqual(['self_harm'])
  })

  test('whatever stands between the words', () => {
    const gap = fc.stringMatching(/^[ .,;:!?\n\t_*-]{1,6}$/)
    fc.assert(
      fc.property(gap, gap, (one, other) => {
        expect(categories(`My dad${one}hits${other}me`)).toEqual(['abuse'])
      }),
    )
  })

  test.each(['', ' ', '\n', '😀', 'ÅÄÖ', 'нет', '你好', '==', '%%%', '\u202e', 'a'.repeat(2000)])(
    'and %j says nothing',
    (text) => {
      expect(screen(text)).toEqual([])
    },
  )

  test('no text whatever makes it fail', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (before, text) => {
        expect(Array.isArray(screenInConversation(before, text))).toBe(true)
      }),
    )
  })
})

test('several kinds of lures among minors are a sign, one is not', () => {
  expect(screenLures([], 'Send me a pic of you')).toBeUndefined()
  expect(screenLures(['send me a', 'pic of you'], 'so your mum doesnt see it')).toBe('medium')
  expect(screenLures(['are you home alone?'], 'Im actually 24')).toBe('medium')
  expect(screenLures(['u look hot', 'whats your homework'], 's e n d m e a p i c o f y o u')).toBe(
    'medium',
  )
  expect(screenLures(['send me selfies', 'meet me alone'], 'i will buy you robux')).toBe('high')
  expect(screenLures(['send me selfies', 'meet me alone'], 'And the worksheet?')).toBeUndefined()
})

test('words of who somebody is, and names, are never anything', () => {
  const words =
    'gay lesbian bisexual transgender queer Jewish Muslim Black Roma disabled autistic fat Cockburn Dickson Hancock Weiner Fuchs Butt Gaylord Sexton Essex Penistone Lightwater assassin class grass analysis therapist Uranus titmouse shuttlecock skilled assessment'
  for (const word of words.split(' ')) {
    expect(screen(`My name is ${word}, and I write about ${word} people.`), word).toEqual([])
  }
})

test.each([
  ['i want', 'to', 'die'],
  ['i', 'wanna', 'kill', 'myself'],
])('a sentence in several messages is found: %s %s %s', (...messages) => {
  expect(screenInConversation(messages.slice(0, -1), messages.at(-1)!)).toMatchObject([
    { category: 'self_harm', severity: 'high' },
  ])
})

test('signs add up over a conversation, each kind once, and only when a message adds to them', () => {
  const before = ['I hate myself', 'I hate my life', 'I am worthless']
  expect(screenInConversation(before, 'Nobody cares')).toEqual([])
  const more = [...before, 'Nobody cares']
  expect(screenInConversation(more, 'I cant go on')).toEqual([
    { category: 'self_harm', severity: 'medium' },
  ])
  expect(screenInConversation([...more, 'I cant go on'], 'What is a verb?')).toEqual([])
})

test('distress in a story is looked at, and taken less hard', () => {
  expect(screen('I want to kill myself')).toEqual([{ category: 'self_harm', severity: 'high' }])
  expect(screen('My character says: I want to kill myself')).toEqual([
    { category: 'self_harm', severity: 'low' },
  ])
})

test.each([
  ['In the book the hero walks home. I want to kill myself tonight', 'high'],
  ["I'm done with my story for English. I don't want to live anymore", 'high'],
  ['I want to die! I like the lyrics.', 'high'],
  ['I cut myself again. I wrote a poem', 'medium'],
  ['For my story: the hero writes I do not want to live in the diary', 'low'],
  ['My character says: I want to kill myself. He is in a castle. Is that good dialogue?', 'low'],
])('%s: a story elsewhere in the text changes nothing: %s', (text, severity) => {
  expect(screen(text)).toEqual([{ category: 'self_harm', severity }])
})

test.each([
  ['My phone number is 0176 1234567', true],
  ['My phone is +49 176 1234567', true],
  ['My address is 12 Elm Road', true],
  ['My address is Lindenweg 4 in Bremen', true],
  ['My home address is Elm Street', true],
  ['My password is banana77', true],
  ['My password is hunter', true],
  ['My passport number is C01X00T47', true],
  ['My phone is 3 years old', false],
  ['My password is not safe', false],
])('%s: tells personal data: %s', (text, expected) => {
  expect(categories(text).includes('personal_data')).toBe(expected)
})

test.each([
  ['My dad hits me', true],
  ['Somebody hits me', true],
  ['My coach hits me', false],
  ['My coach hits me, and my mum knows', true],
  ['I am being bullied every day', false],
  ['I get bullied by the boys in my class', false],
  ['I am bullied by Marcus', true],
  ['I am bullied, and Marcus hits me', true],
  ['I want to kill myself because of my dad', true],
  ['I want to kill myself', false],
  ['I want to kill myself, please tell my mum', false],
])('%s: may be about somebody at home: %s', (text, expected) => {
  expect(mayBeAboutHome(screen(text), text)).toBe(expected)
})

test('an answer may speak of terrible things as books do, and not as a friend or a stranger would', () => {
  for (const fine of [
    'In 1945 the atomic bomb killed many people. What would you ask somebody who was there?',
    'Macbeth kills Duncan. What does he fear?',
    'I am a program, not a person. Is there a grown-up you trust?',
    'Do not put your address into a program.',
  ]) {
    expect(screenAnswer(fine), fine).toEqual([])
  }
  for (const bad of ['What is your address?', 'I am human', 'Our little secret', 'I love you']) {
    expect(screenAnswer(bad), bad).not.toEqual([])
  }
})

test('a family’s topic is a word, with or without its plural, and never part of another', () => {
  const topics = ['war', 'Fortnite', 'horror film', '???']
  expect(findTopic(topics, 'Tell me about wars')).toBe('war')
  expect(findTopic(topics, 'A horror-film about bees')).toBe('horror film')
  for (const text of ['A warm day in Warsaw', 'software', 'a reward', '']) {
    expect(findTopic(topics, text), text).toBeUndefined()
  }
})

const FOLDER = new URL('../../testing/hostile-talks/', import.meta.url)
const disclosures = Object.values(
  load(await readFile(new URL('disclosures.yaml', FOLDER), 'utf8')) as Record<string, string[]>,
).flat()
const isAtMayas = householdNameMatcher([
  { first_name: 'Karen', last_name: 'Whitlock' },
  { first_name: 'Marcus', last_name: 'Osei' },
  { first_name: 'Margaret', last_name: 'Whitlock' },
])

test('two hundred disclosures are heard, and held back from the family', () => {
  expect(new Set(disclosures).size).toBeGreaterThanOrEqual(200)
  const missed = disclosures.filter((text) => {
    const found = screenInConversation([], text, isAtMayas)
    const matter = { found, isAtHome: isAtMayas }
    return found.length === 0 || !isAboutHome({ ...matter, texts: [text] })
  })
  expect(missed).toEqual([])
})

test.each([
  ['Karen beats me at chess', []],
  ['Karen helped me beat the eggs', []],
  ['My dad hits me. Later I played Minecraft', ['abuse']],
  ['My dad beats me every night', ['abuse']],
  ['s e n d  n u d e s', ['sexual']],
  ['send nudez', ['sexual']],
])('%s: %j', (text, expected) => {
  expect(screen(text, isAtMayas).map(({ category }) => category)).toEqual(expected)
})

test.each([
  'Let us meet alone tonight at my house',
  'Meet me at the park tonight alone',
  'Come over to my place',
  'dont tell ur parents about us',
  'whats ur adress',
  'where do u live',
  'r u home alone',
  'are your parents home',
  'send a pic of u',
  'whats ur snap',
  'add me on snapchat so ur mum wont see',
  'write to me on whatsapp, the school reads this here',
  'its our lil secret',
  'this stays between you and me',
  'wanna hang out at mine after school',
  'delete these messages after u read them',
  'youre so mature for ur age',
  'lass uns allein treffen, sag es niemandem',
  'schick mir ein foto von dir',
  'mándame una foto tuya y no le digas a nadie',
  'envoie moi une photo de toi, ne dis rien à tes parents',
])('%s: no adult and no machine says so to a child', (text) => {
  expect(screenAnswer(text).map(({ category }) => category)).toContain('grooming')
})

test.each([
  'Please send me a photo of your bridge project',
  'Can you send me a picture of the experiment?',
  'Where do you live in the story? Describe it',
  'What is your number one question?',
  'What is your school project about?',
  'Bitte schick mir ein Foto von deinem Projekt',
  'Who will pick you up after the meeting?',
])('%s: a teacher may say so', (text) => {
  expect(screenAnswer(text)).toEqual([])
})

describe('the time that screening takes', () => {
  /** CPU milliseconds of this thread; the minimum of three runs, because others share the CPU caches. */
  const cost = (run: () => unknown) => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage()
      run()
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    })
    return Math.min(...times)
  }
  const LENGTH = 20_000
  const filled = (unit: string, length = LENGTH) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const WORST = [
    'ﷺ',
    '한',
    '漢',
    '㎏',
    '㋿',
    'ﬃ',
    'é',
    'я',
    '🙂',
    '\u0301',
    `${'\u0345'.repeat(9000)}${'\u0334'.repeat(9000)}`,
    '\u200b',
    '1',
    '@$',
    'a',
    'a ',
    'a.',
    'm a ',
    's e x t ',
    'd a d h i t ',
    'ma.ma.',
    'k.i.l.l. ',
    'he hit ',
    'my mums boyfriend ',
    'act like my ',
    'how to make ',
    'want to die did the ',
    'beats me at ',
    'SSB3YW50IHRvIGtpbGwgbXlzZWxm ',
    '1111a',
    'karen ',
    'Marcuss ',
  ]

  test.each(WORST)(
    'of %j again and again takes no longer than its length, in a conversation of such as well',
    (unit) => {
      const text = filled(unit)
      screen(text, isAtMayas)
      expect(cost(() => screen(text, isAtMayas))).toBeLessThan(200 * BUSY_FACTOR)
      expect(cost(() => screenInConversation(Array(12).fill(text), text, isAtMayas))).toBeLessThan(
        500 * BUSY_FACTOR,
      )
    },
  )

  test('grows as the text does, in all scripts', () => {
    const letter = fc
      .integer({ min: 0x20, max: 0x2_ff_ff })
      .map((code) => String.fromCodePoint(code))
    const words = fc.constantFrom(
      'my ',
      'dad ',
      'hits ',
      'me ',
      'die ',
      'how to ',
      'make ',
      'a.',
      'did the ',
    )
    const unit = fc.array(fc.oneof(letter, words), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(unit, (parts) => {
        const text = filled(parts.join(''))
        const half = text.slice(0, LENGTH / 2)
        screen(text)
        // Quadratic time would be a factor of four; very fast runs are not compared.
        expect(cost(() => screen(text))).toBeLessThan(
          Math.max(100 * BUSY_FACTOR, 3 * cost(() => screen(half))),
        )
      }),
      { numRuns: 40 },
    )
  })
})
