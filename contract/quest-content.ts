import * as z from 'zod/mini'

import { MOTIFS } from '#rules/art/motifs'
import { weeksProblem } from '#rules/course'
import { PILLARS } from '#rules/pillars'
import {
  EVIDENCE_KINDS,
  MAX_COURSE_TASKS,
  MAX_COURSE_WEEKS,
  QUEST_LENGTHS,
  TASK_LENGTHS,
  WEEK_LENGTHS,
} from '#rules/quest-limits'
import { isWhole, SUBJECTS } from '#rules/subjects'

import { line, text, words } from './fields.ts'

// Human-written parts of a quest: on the authoring screens, and in the Markdown files of content/quests.

const BETWEEN = 'From 50 to 100 XP'

export const taskFields = {
  title: line(TASK_LENGTHS.title, 'Please give the task a title'),
  pillar: z.enum(PILLARS, 'Please choose a pillar'),
  xp: z.int(BETWEEN).check(z.minimum(50, BETWEEN), z.maximum(100, BETWEEN)),
  required: z.boolean(),
  evidence: z.array(z.enum(EVIDENCE_KINDS)).check(
    z.minLength(1, 'Please choose what can be handed in'),
    z.refine((kinds) => new Set(kinds).size === kinds.length, 'repeats'),
  ),
  subjects: z
    .partialRecord(z.enum(SUBJECTS), z.number().check(z.positive()))
    .check(z.refine(isWhole, 'The shares of the subjects must add up to 100 %')),
  instructions: words(TASK_LENGTHS.instructions, 'Please say what to do'),
  /** Set of exercises, a file of content/practice. */
  practice: z.optional(z.nullable(text(60))),
}

/** Week of a course: what it is for, and a text to read. */
const Week = z.object({
  title: line(WEEK_LENGTHS.title, 'Please give the week a title'),
  text: words(WEEK_LENGTHS.text, 'Please say what the week is for'),
})

/** Number of a task's week, from 1; null outside of courses. */
export const weekOfTask = z._default(
  z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_COURSE_WEEKS))),
  null,
)

const RubricCriterion = z.object({
  criterion: line(120, 'Please say what good work shows'),
  description: z._default(text(500), ''),
  /** Keys of the tasks it applies to; empty for all. */
  tasks: z._default(z.array(text(60)).check(z.maxLength(MAX_COURSE_TASKS)), []),
})

export const questFields = {
  title: line(QUEST_LENGTHS.title, 'Please give the quest a title'),
  summary: line(QUEST_LENGTHS.summary, 'Please sum up the quest in one sentence'),
  big_idea: line(QUEST_LENGTHS.big_idea, 'Please say what the quest is really about'),
  description: words(QUEST_LENGTHS.description, 'Please describe the quest'),
  estimated_hours: z
    .number('Please say how many hours it takes')
    .check(
      z.positive('Please enter more than 0 hours'),
      z.maximum(200, 'Please enter up to 200 hours'),
    ),
  /** Days over which the hours spread, if nature or people set the pace. */
  span_days: z._default(
    z.nullable(
      z.int().check(z.minimum(1, 'From 1 to 366 days'), z.maximum(366, 'From 1 to 366 days')),
    ),
    null,
  ),
  age_min: z.int('Please choose an age').check(z.minimum(5, 'Please choose 5 years or older')),
  age_max: z.int('Please choose an age').check(z.maximum(19, 'Please choose 19 years or younger')),
  materials: z._default(text(QUEST_LENGTHS.materials), ''),
  safety: z._default(text(QUEST_LENGTHS.safety), ''),
  rubric: z._default(
    z
      .array(RubricCriterion)
      .check(
        z.refine(
          (rubric) => rubric.length === 0 || (rubric.length >= 3 && rubric.length <= 5),
          'A rubric needs 3 to 5 criteria',
        ),
      ),
    [],
  ),
  example: z._default(text(QUEST_LENGTHS.example), ''),
  /** For the helping adult: how to help, what to leave to the child, and common difficulties. */
  for_adults: z._default(text(QUEST_LENGTHS.for_adults), ''),
  /** Hints for when it does not work. */
  hints: z._default(text(QUEST_LENGTHS.hints), ''),
  /** Weeks of a course, in order; empty for other quests. */
  weeks: z._default(
    z
      .array(Week)
      .check(z.maxLength(MAX_COURSE_WEEKS, `A course can have up to ${MAX_COURSE_WEEKS} weeks`)),
    [],
  ),
  repeatable: z._default(z.boolean(), false),
  cover_motif: z._default(z.nullable(z.enum(MOTIFS)), null),
}

export const fitsAges = z.refine<{ age_min: number; age_max: number }>(
  ({ age_min, age_max }) => age_min < age_max,
  { error: 'The upper age must be higher than the lower age', path: ['age_max'] },
)

export const fitsWeeks = z.superRefine<{
  weeks: readonly unknown[]
  tasks: readonly { week: number | null }[]
}>((quest, ctx) => {
  const message = weeksProblem(quest)
  if (message) ctx.addIssue({ code: 'custom', message, path: ['tasks'], input: quest.tasks })
})
