import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { tooMany, unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'

import type { Outcome, Reply, Request } from './decoding-process.ts'

// A single process decodes all uploaded files: a file that makes its decoder take gigabytes, or never end, ends only that process
// (docs/decisions/0069). It has no secrets: its environment is empty.

/** V8's own heap. */
const HEAP_MB = 256
/** Writable memory, enforced by the kernel. Node.js reserves 600 MB of it, most of which it never uses. */
const MAX_RESERVED_MB = 1900
/** Some decoders never free memory; it is released with the process. */
const RETIRED_ABOVE_MB = 200
/** CPU time of one process: ends one whose server was killed while it was decoding. */
const MAX_CPU_SECONDS = 300
const RETIRED_AFTER_MS = 200_000

/** Time to start the process and load a decoder, on a busy machine. */
const LOADS_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 25
const IDLE_MS = 60_000

/** Per person: the maximum number of files in one selection. */
export const MAX_WAITING_FILES = 30

const queue = createQueue({
  concurrency: 1,
  maxWaiting: 10 * MAX_WAITING_FILES,
  full: () =>
    unavailable('A lot of files are being uploaded right now. Please try again in a moment.', 10),
  perKey: {
    maxWaiting: MAX_WAITING_FILES,
    full: () =>
      tooMany('Several of your files are already being processed. Please wait a moment.', 10),
  },
})

/** The file cannot be decoded, or not within the limits of memory and time. */
export class UndecodableFile extends Error {}

/**
 * Returns a function that runs an exported function of a module in the decoding process, one file at a time, fairly between
 * senders. Throws `UndecodableFile` if the function throws or exceeds its memory or time, and a `DomainError` if too many wait.
 */
export const inDecodingProcess =
  <Task, Result>(module: URL, name: string, bounds: Bounds) =>
  /** @param fairnessKey the sender of the file: a person's id, or a network */
  (task: Task, fairnessKey: string): Promise<Result> =>
    queue(async () => {
      const outcome = await run({ module: module.href, name, task }, bounds)
      if ('problem' in outcome) throw new UndecodableFile(outcome.problem)
      return outcome.result as Result
    }, fairnessKey)

/** Limits per file: time from when its decoder is loaded, and resident memory of the process, above which it is killed. */
type Bounds = { seconds: number; mb: number }

type Decoder = { child: ChildProcess; startedAt: number; idle: NodeJS.Timeout | undefined }

let current: Decoder | undefined

const LIMITS = `ulimit -d ${MAX_RESERVED_MB * 1024}; ulimit -t ${MAX_CPU_SECONDS}; ulimit -c 0; exec "$0" "$@"`

const start = (): Decoder => {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      LIMITS,
      process.execPath,
      `--max-old-space-size=${HEAP_MB}`,
      fileURLToPath(new URL('./decoding-process.ts', import.meta.url)),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced', env: {} },
  )
  // `run` also sees errors that occur while it decodes.
  child.on('error', () => {})
  const decoder = { child, startedAt: Date.now(), idle: undefined }
  child.once('exit', () => {
    if (current === decoder) current = undefined
  })
  return decoder
}

const retire = ({ child, idle }: Decoder): void => {
  clearTimeout(idle)
  if (current?.child === child) current = undefined
  child.kill('SIGKILL')
}

// A child that is decoding would otherwise outlive the program.
process.on('exit', () => current?.child.kill('SIGKILL'))

/** An idle process must not keep the program or a test alive. */
const keepsAlive = ({ child }: Decoder, does: boolean): void => {
  const how = does ? 'ref' : 'unref'
  child[how]()
  child.channel?.[how]()
}

const run = async (request: Request, bounds: Bounds): Promise<Outcome> => {
  const decoder = (current ??= start())
  clearTimeout(decoder.idle)
  keepsAlive(decoder, true)
  const outcome = await answered(decoder, request, bounds)
  const isSpent =
    residentMb(decoder.child) > RETIRED_ABOVE_MB ||
    Date.now() - decoder.startedAt > RETIRED_AFTER_MS
  if ('ended' in outcome || isSpent) retire(decoder)
  else {
    keepsAlive(decoder, false)
    decoder.idle = setTimeout(() => retire(decoder), IDLE_MS).unref()
  }
  return outcome
}

const answered = ({ child }: Decoder, request: Request, { seconds, mb }: Bounds) =>
  new Promise<Outcome & { ended?: true }>((resolve) => {
    const end = (outcome: Outcome & { ended?: true }) => {
      clearInterval(look)
      clearTimeout(deadline)
      child.off('message', hear).off('exit', died).off('error', died)
      resolve(outcome)
    }
    const died = () => end({ problem: 'the decoding process ended', ended: true })
    const look = setInterval(() => {
      if (residentMb(child) > mb) end({ problem: 'too much memory', ended: true })
    }, LOOK_EVERY_MS)
    const endAfter = (ms: number) =>
      setTimeout(() => end({ problem: 'too much time', ended: true }), ms)
    let deadline = endAfter(LOADS_WITHIN_MS)
    const hear = (reply: Reply) => {
      if (reply !== 'loaded') return end(reply)
      clearTimeout(deadline)
      deadline = endAfter(seconds * 1000)
    }
    child.on('message', hear).on('exit', died).on('error', died)
    child.send(request, (error) => {
      if (error) died()
    })
  })

const PAGE = 4096

/** Returns 0 if the system does not report it: then only the limits of V8 and of time apply. */
const residentMb = ({ pid }: ChildProcess): number => {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    return (Number(pages) * PAGE) / 2 ** 20
  } catch {
    return 0
  }
}
