import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Disk = {
  /** Mount point of the file system. */
  folder: string
  /** Fills the disk. */
  fill: () => Promise<void>
  free: () => Promise<void>
  /**
   * Simulates a power cut: kills the processes, and loses writes that were not flushed.
   * @param pids processes that write to the disk
   */
  cutPower: (pids: number[]) => Promise<void>
  remove: () => Promise<void>
}

/**
 * A separate file system in a file (ext4, loop device). The file contains what a disk would: no pages that the kernel has not
 * written back. Undefined if mounting is not permitted.
 */
export const mountDisk = async (megabytes: number): Promise<Disk | undefined> => {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'lodestar-disk-')))
  const folder = path.join(home, 'mounted')
  const ballast = path.join(folder, 'ballast')
  let image = path.join(home, 'image-0')
  await chmod(home, 0o711)
  await mkdir(folder)

  // The journal commits on fsync and not every five seconds, which would hide losses.
  const mount = () => run('mount', ['-o', 'loop,commit=300', image, folder])
  const unmount = () => run('umount', [folder])
  try {
    await run('truncate', ['-s', `${megabytes}M`, image])
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    await mount()
  } catch {
    await rm(home, { recursive: true })
    return undefined
  }
  await chmod(folder, 0o711)

  return {
    folder,
    fill: async () => {
      await run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).catch(() => {})
    },
    free: () => rm(ballast, { force: true }),
    cutPower: async (pids) => {
      for (const pid of pids) sendTo(pid, 'SIGSTOP')
      const found = `${path.join(home, 'image-')}${Number(image.at(-1)) + 1}`
      await copyWhileStill(image, found, await deviceOf(folder))
      for (const pid of pids) sendTo(pid, 'SIGKILL')
      await unmountSoon(unmount)
      await rm(image)
      image = found
      await mount()
    },
    remove: async () => {
      await unmountSoon(unmount)
      await rm(home, { recursive: true })
    },
  }
}

/** Sends a signal to a process that may have exited. */
export const sendTo = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited.
  }
}

/** Repeats the copy until the kernel wrote nothing meanwhile. */
const copyWhileStill = async (from: string, to: string, device: string) => {
  for (;;) {
    const before = await writesOf(device)
    await run('cp', ['--sparse=always', from, to])
    if ((await writesOf(device)) === before) return
  }
}

const deviceOf = async (folder: string) => {
  const { stdout } = await run('findmnt', ['-n', '-o', 'SOURCE', folder])
  return path.basename(stdout.trim())
}

/** Sectors written so far: the seventh field. */
const writesOf = async (device: string) =>
  (await readFile(`/sys/block/${device}/stat`, 'utf8')).trim().split(/\s+/)[6]

/** Retries: killed processes release the mount a moment later. */
const unmountSoon = async (unmount: () => Promise<unknown>) => {
  for (let tries = 50; ; tries -= 1) {
    try {
      await unmount()
      return
    } catch (error) {
      if (tries === 0) throw error
      await sleep(100)
    }
  }
}

/** A process and its descendants. */
export const withDescendants = async (pid: number): Promise<number[]> => {
  const children = await readdir(`/proc/${pid}/task`).then(
    (threads) =>
      Promise.all(
        threads.map((thread) =>
          readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
        ),
      ),
    () => [],
  )
  const pids = children.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(pids.map(withDescendants))).flat()]
}
