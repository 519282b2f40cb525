import { tooMany, unavailable } from '#platform/http'
import { openThread } from '#platform/thread'
import { takeTurns } from '#platform/turns'

/** Enough for the largest record, and no room for what was drawn before. */
const LIMITS = { heapMb: 256, seconds: 60 }

/** One for all kinds of documents: each is a tenth of a second's work for a processor that others need as well. */
const inTurn = takeTurns({
  atOnce: 1,
  maxWaiting: 30,
  full: () => unavailable('Many documents are being made. Please try again in a moment.'),
})

/** Of one person's at the same time, waiting or being made, so that others get a turn however much one asks for. */
const MOST_OF_ONE = 10
const pending = new Map<string, number>()

/** Runs the work unless enough of the same person's waits already. */
const withinShare = async <T>(whose: string, work: () => Promise<T>): Promise<T> => {
  const before = pending.get(whose) ?? 0
  if (before >= MOST_OF_ONE) {
    throw tooMany('Several of your documents are being made already. Please wait a moment.', 5)
  }
  pending.set(whose, before + 1)
  try {
    return await work()
  } finally {
    const left = (pending.get(whose) ?? 1) - 1
    if (left > 0) pending.set(whose, left)
    else pending.delete(whose)
  }
}

/**
 * Draws documents of one kind in a thread of its own, one after the other. What it answers makes a PDF for somebody, named
 * by their id or, unknown, by their network address. It throws `tooMany` when several of the same person's wait, and
 * `unavailable` when too many do.
 * @param file the program of the thread, which calls `answerWith`
 */
export const pdfMaker = <Wanted>(
  file: URL,
): ((wanted: Wanted, whose: string) => Promise<Buffer>) => {
  const draw = openThread<Wanted, Uint8Array>(file, LIMITS)
  return (wanted, whose) =>
    withinShare(whose, () => inTurn(async () => Buffer.from(await draw(wanted)), whose))
}
