import { tooMany, unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'
import { createWorkerThread } from '#platform/thread'

/** Enough for the largest record, and no room for what was drawn before. */
const onThread = createWorkerThread({ heapMb: 256, seconds: 30 })

/** One for all kinds of documents: each is a tenth of a second's work for a processor that others need as well. */
const queue = createQueue({
  concurrency: 1,
  maxWaiting: 30,
  full: () => unavailable('Many documents are being made. Please try again in a moment.'),
  perKey: {
    maxWaiting: 10,
    full: () =>
      tooMany('Several of your documents are being made already. Please wait a moment.', 5),
  },
})

/**
 * Draws documents of one kind on a thread, one after the other. The returned function makes a PDF for somebody, named by
 * their id or, unknown, by their network address. It throws `tooMany` when several of the same person's wait, and
 * `unavailable` when too many do.
 * @param module exports the function `draw`, which returns the bytes of a PDF
 */
export const pdfMaker = <Input>(module: URL) => {
  const draw = onThread<Input, Uint8Array>(module, 'draw')
  return (input: Input, key: string): Promise<Buffer> =>
    queue(async () => Buffer.from(await draw(input)), key)
}
