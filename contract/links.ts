import * as z from 'zod/mini'

import { line } from './fields.ts'

/** A link for one person: to a portfolio, to a transcript. */
export const NewLink = z.object({
  label: line(80, 'Please say whom the link is for'),
  days: z.coerce
    .number('Please choose how long the link works')
    .check(z.int(), z.minimum(1), z.maximum(365)),
})
