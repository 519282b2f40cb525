import * as z from 'zod/mini'

import { line } from './fields.ts'

/** Link for one recipient, to a portfolio or transcript. */
export const NewLink = z.object({
  label: line(80, 'Please say who the link is for'),
  days: z.coerce
    .number('Please choose how long the link should work')
    .check(z.int(), z.minimum(1), z.maximum(365)),
})
