import { describe, expect, test } from 'vitest'

import { NO_NAMES } from '#rules/text/names-at-home'
import { screenInConversation } from '#rules/text/screening'

import { reportableFindings, deliveryFor, findingsIn, withoutContact } from './messages.ts'

const CHILD = { isAdult: false, isChecked: false }
const verdict = (text: string, who = CHILD) => deliveryFor(screenInConversation([], text), who)

test.each([
  ['Shall we build the bridge on Saturday?', 'deliver'],
  ['In the play Macbeth kills the king with a dagger', 'deliver'],
  ['I want to die', 'deliver'],
  ['My dad hits me with a belt every night', 'deliver'],
  ['I will kill you tomorrow at school', 'refuse'],
  ['my phone number is 0171 555 2368', 'ask'],
  ['my number is 0171 555 2368', 'ask'],
  ['text me 415-555-0132', 'ask'],
  ['call me on 0171 555 2368', 'ask'],
  ['mi número es 612 345 678', 'ask'],
  ['my email is ben@example.com, write to me there', 'ask'],
  ['text me at 10:30, and call me 5 times', 'deliver'],
  ['my number is 7, and my email is full', 'deliver'],
  ['Write the number 3141592653589', 'deliver'],
  ['Das ist ein toller Aufsatz über Massaker und Frieden', 'deliver'],
] as const)('%s: %s', (text, expected) => {
  expect(verdict(text)).toBe(expected)
})

test('who has been asked is not asked again, and a grown-up is not asked', () => {
  const number = 'my phone number is 0171 555 2368'
  expect(verdict(number, { ...CHILD, isChecked: true })).toBe('deliver')
  expect(verdict(number, { ...CHILD, isAdult: true })).toBe('deliver')
})

const fromAdult = (text: string) =>
  deliveryFor(findingsIn({ before: [], text, isAtHome: NO_NAMES, isAdult: true }), {
    isAdult: true,
    isChecked: true,
  })

test.each([
  'https://wa.me/4917155523680',
  'I am here: https://www.snapchat.com/add/coach.tom',
  't.me/coachtom',
])('a link to an adult’s private chat is refused, as its name is: %s', (text) => {
  expect(fromAdult(text)).toBe('refuse')
})

test.each(['The café said it can’t. Me too!', 'https://www.instagram.com/naturalhistorymuseum'])(
  'another link or sentence is not: %s',
  (text) => {
    expect(fromAdult(text)).toBe('deliver')
  },
)

test.each([
  'kys',
  'Go and kill yourself.',
  'You should just die. Nobody would miss you.',
  'The world would be better without you',
  'I will kill you if you tell',
  'If you tell anyone, I’ll hurt your mother',
  'Ich bring dich um',
  'I will hit you if you tell anybody',
  'Say one word to your teacher and I’ll kick you',
  'I am going to hit you with the belt again',
  'I’ll beat you if you don’t stop talking about it',
])('a threat by an adult is refused: %s', (text) => {
  expect(fromAdult(text)).toBe('refuse')
})

test.each([
  'Are you thinking of killing yourself? Do you want to kill yourself? Please talk to me.',
  'Careful with the knife, so that you do not cut yourself',
  'I never wanted to hurt you, and I am sorry if I hurt you',
  'Your knight says “I could kill them all”: what does the king answer?',
  'I’ll shoot you an email, and hit you with a question tomorrow',
  'I will hit you with a hard question on Monday, or hit you up when I have time',
  'I’ll kick you off the call when the hour is over, and beat you at table tennis next time',
  'When we attack someone’s argument, we attack no person',
  'The soldiers kill the king in the second act',
])('everyday words of an adult are delivered: %s', (text) => {
  expect(fromAdult(text)).toBe('deliver')
})

test.each([
  'Das bleibt unter uns',
  'Du bist so reif für dein Alter',
  'Komm doch mal zu mir nach Hause',
  'Esto queda entre nosotros',
  'Mándame una foto',
  'Eres muy madura para tu edad',
  'Ça reste entre nous',
  'Envoie-moi une photo',
  'Take your shirt off',
  'Don’t tell Mum',
  'Do not mention this to your parents',
  'Your parents don’t need to know.',
  'Don’t tell Mrs Adeyemi about it',
  'This is just between you and me',
  'No one needs to know',
  'Let’s keep this between ourselves',
  'I want to see you alone',
  'Just the two of us',
  'Come alone',
  'Are you by yourself?',
  'Anyone else home?',
  'Sit on my lap',
  'I can’t stop thinking about you',
  'Delete this after reading',
  'Let’s talk on Discord instead',
  'If you tell anyone, you will get into trouble',
  'Nobody will believe you',
])('what no adult may ask of a child is refused: %s', (text) => {
  expect(fromAdult(text)).toBe('refuse')
})

test.each([
  'Mándame una foto del dibujo, por favor',
  'Envoie-moi une photo du volcan',
  'Das Ergebnis bleibt unter unseren Erwartungen',
  'Show, don’t tell your reader what to feel',
  'Never tell anyone your password, and do not tell anybody online where you live',
  'Don’t tell them the ending in the first paragraph',
  'Let me pick you up on that: why does the graph fall?',
  'Send me your photo essay by Friday',
  'What is your picture about?',
  'Please send me a photo as soon as it is ready',
  'The difference between you and me is that I have read it twice',
  'Nobody needs to know the formula by heart',
  'Nobody will believe you made this yourself, it is that good!',
  'Your parents do not need to know about the fee before Friday',
  'Tell your parents about the trip, please',
  'You can always tell me, your parents or another adult',
  'Stop thinking about the grade, and think about the question',
])('what a teacher may ask is delivered: %s', (text) => {
  expect(fromAdult(text)).toBe('deliver')
})

test.each(['go hang yourself', 'the world would be better without you'])(
  'a child who tells another to die is not delivered: %s',
  (text) => {
    expect(verdict(text)).toBe('refuse')
  },
)

test('personal data is asked about instead of being reported', () => {
  expect(reportableFindings(screenInConversation([], 'my phone number is 0171 555 2368'))).toEqual(
    [],
  )
  expect(reportableFindings(screenInConversation([], 'I want to die'))).toMatchObject([
    { category: 'self_harm' },
  ])
})

describe('people to leave out of a conversation', () => {
  test('those who cannot be messaged, and as few as possible of those who cannot message a minor', () => {
    const leftOut = (reached: string, ...apart: [string, string][]) => [
      ...withoutContact(['a', 'b', 'c', 'd'], { reached: [...reached], apart }),
    ]
    expect(leftOut('abcd')).toEqual([])
    expect(leftOut('acd')).toEqual(['b'])
    expect(leftOut('abcd', ['a', 'b'], ['a', 'c'], ['a', 'd'])).toEqual(['a'])
    expect(leftOut('abcd', ['a', 'b'])).toEqual(['b'])
    expect(leftOut('acd', ['a', 'b'], ['c', 'd'])).toEqual(['b', 'd'])
  })
})

test('what an adult asks in several messages is found', () => {
  const found = (before: string[], text: string) =>
    findingsIn({ before, text, isAtHome: NO_NAMES, isAdult: true })
  expect(found(['dont', 'tell'], 'your mum')).not.toEqual([])
  expect(found(['what are', 'you'], 'wearing')).not.toEqual([])
  expect(found(['what are', 'you'], 'reading')).toEqual([])
})
