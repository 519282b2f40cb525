import * as z from 'zod/mini'

import { type EXERCISE_KINDS, GRAPH_TYPES, PRACTICE_LIMITS as MAX } from '#rules/practice/exercise'
import { MAX_EXPRESSION } from '#rules/practice/expression'
import { EXERCISE_STATUSES } from '#rules/practice/mastery'

import { endpoints, get, post } from './endpoint.ts'
import { Day, line, text, TimeZone, words } from './fields.ts'
import { USUAL } from './limits.ts'

const name = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60))
const expression = words(MAX_EXPRESSION, 'Please write an expression')
const formula = z.union([expression, z.number()])
const written = z.union([words(MAX.text, 'Please write something'), z.number()])
const markdown = words(MAX.text, 'Please write something')
const variable = z.string().check(z.regex(/^[A-Za-z_]\w{0,19}$/, 'Not a name for a variable'))

const every = {
  /** Never changed: learners' results refer to it. */
  id: name,
  title: line(MAX.title, 'Please name the skill'),
  vars: z.optional(
    z
      .record(variable, z.union([formula, z.array(formula).check(z.minLength(1), z.maxLength(50))]))
      .check(z.refine((vars) => Object.keys(vars).length <= MAX.variables, 'Too many variables')),
  ),
  where: z.optional(z.array(expression).check(z.maxLength(MAX.conditions))),
  question: markdown,
  graph: z.optional(
    z.object({
      type: z.enum(GRAPH_TYPES),
      x: line(60, 'Please label the axis'),
      y: line(60, 'Please label the axis'),
      values: z
        .array(z.array(formula).check(z.minLength(2), z.maxLength(2)))
        .check(z.minLength(2), z.maxLength(MAX.points)),
    }),
  ),
  hints: z.array(markdown).check(z.minLength(1), z.maxLength(MAX.hints)),
  why: markdown,
}

const options = <S extends z.ZodMiniType>(option: S) =>
  z.array(option).check(z.minLength(2), z.maxLength(MAX.options))
const mistakes = z
  .array(z.object({ answer: formula, why: markdown }))
  .check(z.minLength(1), z.maxLength(MAX.mistakes))
const option = z.object({ text: written, why: markdown })

/** Fields of each kind of exercise, as in the files of content/practice. */
export const exerciseFields = {
  number: {
    ...every,
    kind: z.literal('number'),
    answer: formula,
    unit: z.optional(z.array(line(40, 'Please name the unit')).check(z.maxLength(10))),
    tolerance: z.optional(z.union([z.string().check(z.regex(/^[\d.]+ ?%?$/)), z.number()])),
    holds: expression,
    wrong: mistakes,
  },
  choice: { ...every, kind: z.literal('choice'), choices: options(option) },
  order: { ...every, kind: z.literal('order'), items: options(option) },
  match: {
    ...every,
    kind: z.literal('match'),
    pairs: options(z.object({ left: written, right: written, why: markdown })),
  },
  text: {
    ...every,
    kind: z.literal('text'),
    accept: z.array(formula).check(z.minLength(1), z.maxLength(10)),
    wrong: mistakes,
  },
} satisfies Record<(typeof EXERCISE_KINDS)[number], object>

const PracticeExercise = z.discriminatedUnion('kind', [
  z.object(exerciseFields.number),
  z.object(exerciseFields.choice),
  z.object(exerciseFields.order),
  z.object(exerciseFields.match),
  z.object(exerciseFields.text),
])

/** Heading of a set of exercises. */
export const practiceFields = {
  title: line(MAX.title, 'Please name the set'),
  summary: line(160, 'Please say what one can do afterwards'),
}

const status = z.enum(EXERCISE_STATUSES)

/** A learner's progress on one exercise. */
const PractisedExercise = z.object({
  id: name,
  title: z.string(),
  status,
  /** First answers so far: names the next question. */
  tries: z.number(),
  stage: z.number(),
  /** Null for a new one. */
  due_on: z.nullable(Day),
})
export type PractisedExercise = z.output<typeof PractisedExercise>

const practised = {
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  practised: z.array(PractisedExercise),
}

export const PracticeSet = z.object({
  ...practised,
  exercises: z.array(PracticeExercise),
})
export type PracticeSet = z.output<typeof PracticeSet>

const PracticeProgress = z.object({
  ...practised,
  mastered: z.number(),
  /** Exercises due today in the reader's time zone, new ones among them. */
  due: z.number(),
})
export type PracticeProgress = z.output<typeof PracticeProgress>

export const PracticeAnswer = z.object({
  exercise: name,
  /** The exercise's `tries` when the question was asked. An answer to another question changes nothing. */
  tries: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  answer: z.union([
    text(MAX.answer),
    z.int().check(z.minimum(0), z.maximum(MAX.options)),
    z.array(z.int().check(z.minimum(0), z.maximum(MAX.options))).check(z.maxLength(MAX.options)),
  ]),
  /** The learner has opened a hint or the solution before answering. */
  hint: z.boolean(),
})
export type PracticeAnswer = z.output<typeof PracticeAnswer>

const params = z.object({ slug: name })

export const PracticeCard = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  exercises: z.int(),
})

export const practice = endpoints({
  listPracticeSets: get('/api/practice', {
    summary: 'The sets of exercises that a task can ask for, for authors',
    access: 'author',
    reply: z.object({ sets: z.array(PracticeCard) }),
  }),
  getPracticeSet: get('/api/practice/{slug}', {
    summary: 'A set of exercises, with the caller’s progress',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readProgress' },
    params,
    reply: PracticeSet,
  }),
  answerExercises: post('/api/practice/{slug}/answers', {
    summary: 'Record first answers to the caller’s questions; sent twice, they count once',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    params,
    body: z.object({
      answers: z.array(PracticeAnswer).check(z.minLength(1), z.maxLength(MAX.answers)),
      /** Today where the learner is. Otherwise, and if it is today nowhere on Earth, the day in UTC counts. */
      day: z.optional(Day),
    }),
    reply: z.object({ practised: z.array(PractisedExercise) }),
  }),
  listPractice: get('/api/learners/{id}/practice', {
    summary: 'The sets a learner has practised: what is mastered, what needs work and what is due',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    query: z.object({ time_zone: z._default(TimeZone, 'UTC') }),
    reply: z.object({ sets: z.array(PracticeProgress) }),
  }),
})
