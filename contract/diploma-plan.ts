import * as z from 'zod/mini'

import { SUBJECTS } from '#rules/subjects'

import { endpoints, get, post } from './endpoint.ts'
import { line, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'

const EditableDiplomaPlan = z.object({
  version: z.number(),
  name: z.string(),
  xp_per_credit: z.number(),
  /** Credit rules, in paragraphs. */
  rule: z.array(z.string()),
  subjects: z.array(
    z.object({ subject: z.enum(SUBJECTS), name: z.string(), required: z.number() }),
  ),
  /** All versions including the current one, newest first. */
  versions: z.array(
    z.object({ version: z.number(), name: z.string(), credits: z.number(), since: Timestamp }),
  ),
})
export type EditableDiplomaPlan = z.output<typeof EditableDiplomaPlan>

const required = z
  .number()
  .check(
    z.minimum(0),
    z.maximum(30, 'At most 30 credits in a subject'),
    z.multipleOf(0.25, 'In quarters of a credit'),
  )

export const NewDiplomaPlan = z
  .object({
    /** Version that was edited; a newer one is a conflict. */
    from_version: z.number(),
    name: line(100, 'Please name the plan'),
    xp_per_credit: z
      .number()
      .check(z.int('A whole number'), z.minimum(100, 'At least 100'), z.maximum(100_000)),
    rule: z
      .array(words(1000, 'An empty paragraph says nothing'))
      .check(z.minLength(1, 'Please say how credit is counted'), z.maxLength(10)),
    subjects: z
      .array(z.object({ subject: z.enum(SUBJECTS), required }))
      .check(z.maxLength(SUBJECTS.length)),
  })
  .check(
    z.refine(
      ({ subjects }) =>
        subjects.length === SUBJECTS.length &&
        new Set(subjects.map(({ subject }) => subject)).size === SUBJECTS.length,
      { error: 'Every subject, once', path: ['subjects'] },
    ),
    z.refine(({ subjects }) => subjects.some(({ required }) => required > 0), {
      error: 'A plan asks for something',
      path: ['subjects'],
    }),
  )

export const diplomaPlan = endpoints({
  showDiplomaPlan: get('/api/admin/plan', {
    summary: 'The diploma plan that holds now, and the ones before',
    access: 'admin',
    reply: EditableDiplomaPlan,
  }),
  changeDiplomaPlan: post('/api/admin/plan', {
    summary: 'A new version of the diploma plan; what was issued stays as it is',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: NewDiplomaPlan,
    reply: EditableDiplomaPlan,
    status: 201,
  }),
})
