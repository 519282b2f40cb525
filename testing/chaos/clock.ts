import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type MovableClock = {
  /** Environment for a program whose clock can be moved. */
  env: Record<string, string>
  /** @param seconds offset from the real time */
  move: (seconds: number) => Promise<void>
  remove: () => Promise<void>
}

/** Debian's package libfaketime. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`

/** A clock that can jump, like one set by hand. Undefined if the library is not installed. */
export const createMovableClock = async (): Promise<MovableClock | undefined> => {
  if (!existsSync(LIBRARY)) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'lodestar-clock-'))
  const file = path.join(folder, 'offset')
  const move = async (seconds: number) => {
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await rename(`${file}.new`, file)
  }
  await move(0)
  return {
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
    remove: () => rm(folder, { recursive: true }),
  }
}
