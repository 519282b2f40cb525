import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** CPU time of a process, in ms; 0 without /proc. */
const usedBy = (pid: string): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The preceding name is in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

const backendsOf = (database: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${database} `)
    } catch {
      return false
    }
  })

/**
 * CPU time of a site and of its PostgreSQL backends so far, in ms. On a shared machine, this is more meaningful than requests per
 * second.
 */
export const processorTime = (sitePid: number, database: string) => ({
  site: usedBy(String(sitePid)),
  database: backendsOf(database).reduce((sum, pid) => sum + usedBy(pid), 0),
})

/** Private memory of a process, in MiB, without program and file pages. */
export const memoryOf = (pid: number): number => {
  const [, kib = 'NaN'] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
