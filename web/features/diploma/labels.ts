import type { Readiness } from '#contract/diploma'
import { number } from '#web/format'

/** "Mathematics 0.5, Science 1", in the reader's locale. */
export const missingInWords = ({ rows }: Readiness): string =>
  rows
    .filter(({ missing }) => missing > 0)
    .map(({ name, missing }) => `${name} ${number(missing)}`)
    .join(', ')
