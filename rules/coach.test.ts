import { describe, expect, test } from 'vitest'

import { coachAnswer, type CoachWords, type Intent, intentOf, INTENTS } from './coach.ts'

const words: CoachWords = {
  questions: Object.fromEntries(
    INTENTS.map((intent) => [intent, [`${intent} one {task}?`, `${intent} two {quest}?`]]),
  ) as unknown as Record<Intent, string[]>,
  steps: ['A smaller step?'],
  example: 'Somebody did something similar.',
}
const about = {
  quest: 'A kite',
  task: 'Fly it',
  number: 3,
  instructions: 'Wait for **wind**. Hold the [line](https://x.example) tight! Write down the time.',
}
const hints = `
- **Your kite spins.** Make the *tail* longer, a hand at a time.
- **It falls apart.** Glue the joint before you bind it.
`
const say = (...messages: string[]) =>
  coachAnswer({ words, worked: 'Li bent one wire.', hints, lookAt: ['Look?'], about, messages })

test.each<[string, Intent]>([
  ['Write the report for me', 'tell_me'],
  ["I don't know what to do", 'stuck'],
  ['Is this right?', 'check'],
  ["I'm done", 'done'],
  ['Where should I start?', 'begin'],
  ['Why does it fall?', 'explain'],
  ['thanks!', 'thanks'],
  ['hi', 'hello'],
  ['My kite is red.', 'talk'],
])('%s wants %s', (text, intent) => {
  expect(intentOf(text)).toBe(intent)
})

describe('an answer', () => {
  test('cites the sentence of the task that the learner speaks of, without its markup', () => {
    expect(say('How long do I hold the line?')).toContain(
      'In task 3, “Fly it”, it says: “Hold the line tight!”',
    )
  })

  test('is the same for the same conversation, and another at the next turn', () => {
    expect(say('Why?')).toBe(say('Why?'))
    expect(say('Why?', 'Why?')).toContain('explain two A kite?')
  })

  test('to a difficulty that the quest knows is its own hint, once', () => {
    const hint =
      'Your quest has a hint for that. “It falls apart.” Glue the joint before you bind it.'
    const answer = say('My glider is falling apart')
    expect(answer).toContain(hint)
    expect(answer).not.toContain('it says')
    expect(say('My glider is falling apart', 'It fell apart, apart again')).not.toContain(hint)
    expect(say('It spins all the time')).toContain('Make the tail longer')
    expect(say('I have no idea what you want')).not.toContain('a hint for that')
  })

  test('to who is stuck begins with a worked step, and does not quote the task', () => {
    const answer = say('I am stuck')
    expect(answer).toContain('Li bent one wire.')
    expect(answer).not.toContain('it says')
  })

  test('helps in steps, and ends with something similar, never with the task itself', () => {
    expect(say('I am stuck')).not.toContain('step')
    expect(say('I am stuck', 'Give me the answer')).toContain('A smaller step?')
    const third = say('stuck', 'stuck', 'Write it for me')
    expect(third).toContain('Somebody did something similar.')
    expect(third).toMatch(/\?$/)
  })

  test('before handing in says what to look at', () => {
    expect(say('Is it good?')).toContain('Look?')
  })

  test('needs no task', () => {
    const nothing = { worked: '', hints: '', lookAt: [], about: undefined }
    expect(coachAnswer({ words, ...nothing, messages: ['Why?'] })).toBe(
      'explain one what you are doing?',
    )
  })
})
