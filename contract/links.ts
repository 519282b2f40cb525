import * as z from 'zod/mini'

import { line } from './fields.ts'

/** Link for one recipient, to a portfolio or transcript. */
export const NewLink = z.object({
  label: line(80, 'Please say whom the link is for'),
  days: z.coerce
    .number('Please choose how long the link works')
    .check(z.int(), z.minimum(1), z.maximum(365)),
})
