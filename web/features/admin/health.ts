import type { Overview } from '#contract/operations'
import { paths } from '#contract/paths'
import { ago, bytes, number } from '#web/format'

import { timesInWords, troublesInWords } from './speed-labels.ts'

/** Health of a component in words, with a suggested action. */
export type Health = {
  name: string
  state: 'good' | 'look' | 'bad'
  words: string
  advice?: string
  to?: string
}

/** Bytes of free space below which uploads will soon fail. */
const LITTLE_ROOM = 2 * 2 ** 30
const LATE_MS = 10 * 60_000
const MAX_CONNECTIONS_SHARE = 0.8

const isLate = (oldest: string | null, now: number) =>
  oldest !== null && now - Date.parse(oldest) > LATE_MS

export const healthOf = (overview: Overview, now: number): Health[] => [
  speedHealth(overview.speed),
  jobsHealth(overview.jobs, now),
  mailHealth(overview.mail, now),
  storageHealth(overview.storage),
  databaseHealth(overview.database),
  backupHealth(overview.backup, now),
]

const TWO_DAYS_MS = 2 * 24 * 3_600_000

const backupHealth = (backup: Overview['backup'], now: number): Health => {
  const name = 'Backups'
  if (!backup) {
    return {
      name,
      state: 'bad',
      words: 'No backup was ever made with “npm run backup”.',
      advice:
        'Make one every night, keep a copy away from this machine, and try a restore. Keep the site’s secret as well.',
    }
  }
  const { made_at, is_encrypted, lacks } = backup
  const words = `The newest is from ${ago(made_at, now)}: ${bytes(backup.bytes)}, ${is_encrypted ? 'encrypted' : 'not encrypted'}.`
  if (lacks > 0) {
    const advice = `${number(lacks)} ${lacks === 1 ? 'file of the site was' : 'files of the site were'} missing or damaged. The command says which.`
    return { name, state: 'bad', words, advice }
  }
  if (now - Date.parse(made_at) > TWO_DAYS_MS)
    return { name, state: 'bad', words, advice: 'Look why there is no newer one.' }
  return { name, state: 'good', words, advice: 'Is there a copy away from this machine?' }
}

/** Seconds; faster than this for most responses counts as fast. */
const FAST = 1

const speedHealth = (speed: Overview['speed']): Health => {
  const part = { name: 'Speed', to: paths.adminSpeed }
  const words = [timesInWords(speed), ...troublesInWords(speed)].join(' ')
  if (speed.answers === 0) return { ...part, state: 'good', words: 'Nothing was asked for yet.' }
  if (speed.failed > 0) {
    const advice = 'The log says why: look for lines at the level “error”.'
    return { ...part, state: 'bad', words, advice }
  }
  if (speed.unavailable > 0 || speed.most_within === null || speed.most_within > FAST) {
    const advice = 'Look where the time goes. Is something else at work on this machine?'
    return { ...part, state: 'look', words, advice }
  }
  return { ...part, state: 'good', words }
}

const jobsHealth = ({ waiting, oldest_at, failed }: Overview['jobs'], now: number): Health => {
  const part = { name: 'Background work', to: paths.adminJobs }
  if (failed > 0) {
    return {
      ...part,
      state: 'bad',
      words: `${number(failed)} ${failed === 1 ? 'job has' : 'jobs have'} failed for good.`,
      advice: 'Look at the reason, fix it, and try them again.',
    }
  }
  if (oldest_at && isLate(oldest_at, now)) {
    return {
      ...part,
      state: 'look',
      words: `${number(waiting)} waiting, the oldest from ${ago(oldest_at, now)}.`,
      advice: 'If it does not go down, the program that works on them may have stopped.',
    }
  }
  return {
    ...part,
    state: 'good',
    words: waiting === 0 ? 'Nothing is waiting.' : `${number(waiting)} waiting.`,
  }
}

const WAYS = {
  smtp: 'Emails go out through the mail server.',
  mailbox: 'No mail server is configured: emails go to the local mailbox, and to nobody else.',
  none: 'No mail server is configured: emails wait, for two weeks, until SMTP_URL is set.',
} as const satisfies Record<Overview['mail']['way'], string>

const mailHealth = ({ way, waiting, oldest_at, failed }: Overview['mail'], now: number): Health => {
  const part = { name: 'Mail', to: `${paths.adminJobs}?queue=mail` }
  const counts = [
    ...(waiting > 0 ? [`${number(waiting)} waiting.`] : []),
    ...(failed > 0 ? [`${number(failed)} could not be sent.`] : []),
  ]
  const words = [WAYS[way], ...counts].join(' ')
  if (way === 'none' || failed > 0) {
    const advice =
      way === 'none'
        ? 'Set SMTP_URL and start the site again.'
        : 'Look at the reason: often it is an address that does not exist.'
    return { ...part, state: 'bad', words, advice }
  }
  if (isLate(oldest_at, now)) {
    return {
      ...part,
      state: 'look',
      words,
      advice: 'The mail server may be down. It is tried again.',
    }
  }
  return { ...part, state: way === 'mailbox' ? 'look' : 'good', words }
}

const storageHealth = ({ bytes: kept, files, free_bytes }: Overview['storage']): Health => {
  const words = `${number(files)} files, ${bytes(kept)}.${free_bytes === null ? ' They are in a bucket, whose free space the site does not know.' : ` ${bytes(free_bytes)} free.`}`
  const isFull = free_bytes !== null && free_bytes < LITTLE_ROOM
  return {
    name: 'Storage',
    state: isFull ? 'bad' : 'good',
    words,
    ...(isFull
      ? { advice: 'Make room on the disk that holds the data folder, or move files to S3.' }
      : {}),
  }
}

const databaseHealth = (database: Overview['database']): Health => {
  const { version, connections, most_connections, migration } = database
  const isCrowded = connections > most_connections * MAX_CONNECTIONS_SHARE
  return {
    name: 'Database',
    state: isCrowded ? 'look' : 'good',
    words: `PostgreSQL ${version}, ${bytes(database.bytes)}, ${number(connections)} of ${number(most_connections)} connections. Last migration: ${migration}.`,
    ...(isCrowded
      ? { advice: 'Put a pooler in front, or give each node fewer connections (DATABASE_POOL).' }
      : {}),
  }
}
