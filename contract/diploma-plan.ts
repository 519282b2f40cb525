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
    z.maximum(30, 'Up to 30 credits per subject'),
    z.multipleOf(0.25, 'Use steps of a quarter credit'),
  )

export const NewDiplomaPlan = z
  .object({
    /** Version that was edited; a newer one is a conflict. */
    from_version: z.number(),
    name: line(100, 'Please name the plan'),
    xp_per_credit: z
      .number()
      .check(
        z.int('Please enter a whole number'),
        z.minimum(100, 'Please enter 100 or more'),
        z.maximum(100_000),
      ),
    rule: z
      .array(words(1000, 'A paragraph can’t be empty'))
      .check(z.minLength(1, 'Please explain how credit is counted'), z.maxLength(10)),
    subjects: z
      .array(z.object({ subject: z.enum(SUBJECTS), required }))
      .check(z.maxLength(SUBJECTS.length)),
  })
  .check(
    z.refine(
      ({ subjects }) =>
        subjects.length === SUBJECTS.length &&
        new Set(subjects.map(({ subject }) => subject)).size === SUBJECTS.length,
      { error: 'Please list every subject once', path: ['subjects'] },
    ),
    z.refine(({ subjects }) => subjects.some(({ required }) => required > 0), {
      error: 'A plan needs at least one requirement',
      path: ['subjects'],
    }),
  )

export const diplomaPlan = endpoints({
  showDiplomaPlan: get('/api/admin/plan', {
    summary: 'The current diploma plan and previous versions',
    access: 'admin',
    reply: EditableDiplomaPlan,
  }),
  changeDiplomaPlan: post('/api/admin/plan', {
    summary: 'Create a new version of the diploma plan; issued records are unchanged',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: NewDiplomaPlan,
    reply: EditableDiplomaPlan,
    status: 201,
  }),
})
