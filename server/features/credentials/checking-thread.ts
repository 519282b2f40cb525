import { tooMany, unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'
import { createThread } from '#platform/thread'

const onThread = createThread({ heapMb: 256, seconds: 10 })

const queue = createQueue({
  concurrency: 1,
  maxWaiting: 60,
  full: () => unavailable('Many records are being checked. Please try again in a moment.'),
  perKey: {
    maxWaiting: 10,
    full: () => tooMany('Several of your records are being checked already. Please wait.', 5),
  },
})

/**
 * Has a function read what strangers bring where it holds up nobody: canonical forms and XML can be made to take long. The
 * returned function takes the name of whose turn it is, and returns undefined when the other one throws or takes too much.
 */
export const onCheckingThread = <Task, Result>(module: URL, name: string) => {
  const run = onThread<Task, Result>(module, name)
  return (task: Task, asker: string): Promise<Result | undefined> =>
    queue(() => run(task).catch(() => undefined), asker)
}
