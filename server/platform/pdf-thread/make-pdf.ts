import { tooMany, unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'
import { createWorkerThread } from '#platform/thread'

/** Enough for the largest record, without memory left over from earlier documents. */
const onThread = createWorkerThread({ heapMb: 256, seconds: 30 })

/** One queue for all kinds of documents: each takes a tenth of a second of shared CPU. */
const queue = createQueue({
  concurrency: 1,
  maxWaiting: 30,
  full: () =>
    unavailable('A lot of documents are being created right now. Please try again in a moment.'),
  perKey: {
    maxWaiting: 10,
    full: () =>
      tooMany('Several of your documents are already being created. Please wait a moment.', 5),
  },
})

/**
 * Draws documents of one kind on a thread, sequentially. The returned function makes a PDF for a caller, identified by id or
 * network address. Throws `tooMany` if several of the same caller's wait, and `unavailable` if too many wait in all.
 * @param module exports the function `draw`, which returns the bytes of a PDF
 */
export const pdfMaker = <Input>(module: URL) => {
  const draw = onThread<Input, Uint8Array>(module, 'draw')
  return (input: Input, key: string): Promise<Buffer> =>
    queue(async () => Buffer.from(await draw(input)), key)
}
