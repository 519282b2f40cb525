import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Processor time that a process has used, in ms; 0 where /proc does not tell. */
const usedBy = (pid: string): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it is in parentheses and may hold blanks.
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
 * What a site and its connections to PostgreSQL have used of the processor so far, in ms. On a machine that others use as
 * well, this says more than requests per second.
 */
export const processorTime = (sitePid: number, database: string) => ({
  site: usedBy(String(sitePid)),
  database: backendsOf(database).reduce((sum, pid) => sum + usedBy(pid), 0),
})

/** Memory of a process that no other process shares, in MiB: what it has made, without the pages of programs and files. */
export const memoryOf = (pid: number): number => {
  const [, kib = 'NaN'] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
