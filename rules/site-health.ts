import { ago } from '#rules/text/ago'
import { bytes, number } from '#rules/text/numbers'

import { problemsInWords, type Speed, timesInWords } from './speed.ts'

// Judges what an admin's overview and `lodestar doctor` show of a site.

/** The latest backup that the site knows of. */
type Backup = { made_at: string; bytes: number; is_encrypted: boolean; lacks: number }

export type SiteMeasurements = {
  /** Only a running node knows it. */
  speed?: Speed
  jobs: { waiting: number; oldest_at: string | null; failed: number }
  mail: {
    way: 'smtp' | 'mailbox' | 'none'
    waiting: number
    oldest_at: string | null
    failed: number
  }
  storage: {
    bytes: number
    files: number
    free_bytes: number | null
    /** Why files cannot be stored or read; null or absent if they can. */
    problem?: string | null | undefined
  }
  database: {
    version: string
    bytes: number
    connections: number
    most_connections: number
    migration: string
    /** Streaming standbys; the lag is null if this database user may not see it. */
    standbys: { name: string; lag_seconds: number | null }[]
    /** Archive of WAL; null if the server has none. */
    archive: { last_at: string | null; is_failing: boolean } | null
  }
  backup: Backup | null
  address: {
    /** `local`: only this machine can reach the site. */
    state: 'local' | 'reachable' | 'unreachable'
    certificate_expires_at: string | null
  }
  program: { version: string; node: string }
}

/** Health of a component in words, with a suggested action. */
export type Health = {
  component: keyof SiteMeasurements
  name: string
  state: 'good' | 'look' | 'bad'
  words: string
  advice?: string
}

/** Bytes of free space below which uploads will soon fail. */
const LITTLE_ROOM = 2 * 2 ** 30
const LATE_MS = 10 * 60_000
const MAX_CONNECTIONS_SHARE = 0.8

const isLate = (oldest: string | null, now: number) =>
  oldest !== null && now - Date.parse(oldest) > LATE_MS

export const healthOf = (site: SiteMeasurements, now: number): Health[] => [
  ...(site.speed ? [speedHealth(site.speed)] : []),
  jobsHealth(site.jobs, now),
  mailHealth(site.mail, now),
  storageHealth(site.storage),
  databaseHealth(site.database),
  backupHealth(site.backup, site.database.archive, now),
  addressHealth(site.address, now),
  programHealth(site.program),
]

const TWO_DAYS_MS = 2 * 24 * 3_600_000

const backupHealth = (
  backup: SiteMeasurements['backup'],
  archive: SiteMeasurements['database']['archive'],
  now: number,
): Health => {
  const part = { component: 'backup', name: 'Backups' } as const
  if (archive) return { ...part, ...archiveHealth(archive, now) }
  if (!backup) {
    return {
      ...part,
      state: 'bad',
      words: 'No backup has been made with “npm run backup” yet.',
      advice:
        'Make a backup every night, keep a copy off this server, and test a restore. Back up the site’s secret too.',
    }
  }
  const { made_at, is_encrypted, lacks } = backup
  const words = `The latest was made ${ago(made_at, now)}: ${bytes(backup.bytes)}, ${is_encrypted ? 'encrypted' : 'not encrypted'}.`
  if (lacks > 0) {
    const advice = `${number(lacks)} ${lacks === 1 ? 'file of the site was' : 'files of the site were'} missing or damaged. The command says which.`
    return { ...part, state: 'bad', words, advice }
  }
  if (now - Date.parse(made_at) > TWO_DAYS_MS)
    return { ...part, state: 'bad', words, advice: 'Find out why there is no newer one.' }
  return { ...part, state: 'good', words, advice: 'Is there a copy off this server?' }
}

/** A server that archives is backed up by pgBackRest or its provider: the nightly file is not expected of it. */
const archiveHealth = (
  { last_at, is_failing }: NonNullable<SiteMeasurements['database']['archive']>,
  now: number,
): Pick<Health, 'state' | 'words' | 'advice'> => {
  const last = last_at ? ` The latest was stored ${ago(last_at, now)}.` : ''
  if (is_failing)
    return {
      state: 'bad',
      words: `Changes of the database cannot be archived.${last}`,
      advice:
        'They collect on the database’s disk until the archive can be reached again. PostgreSQL’s log says why.',
    }
  return {
    state: 'good',
    words: `Changes of the database are archived.${last}`,
    advice: 'Does “pgbackrest info” list a backup of this week? Are the files copied as well?',
  }
}

/** Seconds; faster than this for most responses counts as fast. */
const FAST = 1

const speedHealth = (speed: Speed): Health => {
  const part = { component: 'speed', name: 'Speed' } as const
  const words = [timesInWords(speed), ...problemsInWords(speed)].join(' ')
  if (speed.answers === 0) return { ...part, state: 'good', words: 'No requests yet.' }
  if (speed.failed > 0) {
    const advice = 'The log says why: look for lines at the level “error”.'
    return { ...part, state: 'bad', words, advice }
  }
  if (speed.unavailable > 0 || speed.most_within === null || speed.most_within > FAST) {
    const advice = 'See where time is spent. Is something else busy on this server?'
    return { ...part, state: 'look', words, advice }
  }
  return { ...part, state: 'good', words }
}

const jobsHealth = (
  { waiting, oldest_at, failed }: SiteMeasurements['jobs'],
  now: number,
): Health => {
  const part = { component: 'jobs', name: 'Background work' } as const
  if (failed > 0) {
    return {
      ...part,
      state: 'bad',
      words: `${number(failed)} ${failed === 1 ? 'job has' : 'jobs have'} failed.`,
      advice: 'Check the reason, fix it, and retry them.',
    }
  }
  if (oldest_at && isLate(oldest_at, now)) {
    return {
      ...part,
      state: 'look',
      words: `${number(waiting)} waiting, the oldest since ${ago(oldest_at, now)}.`,
      advice: 'If the number does not go down, the background worker may have stopped.',
    }
  }
  return {
    ...part,
    state: 'good',
    words: waiting === 0 ? 'Nothing is waiting.' : `${number(waiting)} waiting.`,
  }
}

const WAYS = {
  smtp: 'Emails are sent through the mail server.',
  mailbox: 'No mail server is configured: emails go to the local mailbox only.',
  none: 'No mail server is configured: emails are kept for two weeks, until SMTP_URL is set.',
} as const satisfies Record<SiteMeasurements['mail']['way'], string>

const mailHealth = (
  { way, waiting, oldest_at, failed }: SiteMeasurements['mail'],
  now: number,
): Health => {
  const part = { component: 'mail', name: 'Mail' } as const
  const counts = [
    ...(waiting > 0 ? [`${number(waiting)} waiting.`] : []),
    ...(failed > 0 ? [`${number(failed)} could not be sent.`] : []),
  ]
  const words = [WAYS[way], ...counts].join(' ')
  if (way === 'none' || failed > 0) {
    const advice =
      way === 'none'
        ? 'Set SMTP_URL and start the site again.'
        : 'Check the reason: often the address does not exist.'
    return { ...part, state: 'bad', words, advice }
  }
  if (isLate(oldest_at, now)) {
    return {
      ...part,
      state: 'look',
      words,
      advice: 'The mail server may be down. Emails will be retried.',
    }
  }
  return { ...part, state: way === 'mailbox' ? 'look' : 'good', words }
}

const storageHealth = (storage: SiteMeasurements['storage']): Health => {
  const { bytes: kept, files, free_bytes, problem } = storage
  const part = { component: 'storage', name: 'Storage' } as const
  const words = `${number(files)} files, ${bytes(kept)}.`
  if (problem) {
    return {
      ...part,
      state: 'bad',
      words: `${words} The storage cannot be used now (${problem}).`,
      advice: 'Check the bucket, its address and its keys (S3_…). Until then uploads fail.',
    }
  }
  if (free_bytes === null) {
    const where = 'They are in a storage bucket, so the free space is unknown.'
    return { ...part, state: 'good', words: `${words} ${where}` }
  }
  const room = `${words} ${bytes(free_bytes)} free.`
  if (free_bytes >= LITTLE_ROOM) return { ...part, state: 'good', words: room }
  const advice = 'Free up space on the disk with the data folder, or move files to S3.'
  return { ...part, state: 'bad', words: room, advice }
}

const MAX_LAG_SECONDS = 60

const databaseHealth = (database: SiteMeasurements['database']): Health => {
  const { version, connections, most_connections, migration, standbys } = database
  const isCrowded = connections > most_connections * MAX_CONNECTIONS_SHARE
  const isBehind = standbys.some(({ lag_seconds }) => (lag_seconds ?? 0) > MAX_LAG_SECONDS)
  const advice = [
    ...(isCrowded
      ? ['Add a connection pooler, or give each node fewer connections (DATABASE_POOL).']
      : []),
    ...(isBehind ? ['A standby is behind: check its disk and network before you rely on it.'] : []),
  ].join(' ')
  return {
    component: 'database',
    name: 'Database',
    state: isCrowded || isBehind ? 'look' : 'good',
    words: [
      `PostgreSQL ${version}, ${bytes(database.bytes)}, ${number(connections)} of ${number(most_connections)} connections.`,
      `Last migration: ${migration}.`,
      ...standbys.map(standbyInWords),
    ].join(' '),
    ...(advice ? { advice } : {}),
  }
}

const standbyInWords = ({ name, lag_seconds }: { name: string; lag_seconds: number | null }) =>
  lag_seconds === null
    ? `Standby ${name}: its delay is unknown to this database user (it needs the role pg_monitor).`
    : `Standby ${name}: ${number(lag_seconds)} s behind.`

const DAY_MS = 24 * 3_600_000
/** Certificates of Let's Encrypt are renewed thirty days before they expire. */
const SOON_DAYS = 14

const addressHealth = (
  { state, certificate_expires_at }: SiteMeasurements['address'],
  now: number,
): Health => {
  const part = { component: 'address', name: 'Address' } as const
  if (state === 'local')
    return { ...part, state: 'good', words: 'Only this machine can reach the site.' }
  if (state === 'unreachable') {
    return {
      ...part,
      state: 'look',
      words: 'This machine does not reach the site at PUBLIC_URL, or its certificate is not valid.',
      advice:
        'Open it from another network. If it works there, this machine alone cannot reach it.',
    }
  }
  if (certificate_expires_at === null)
    return { ...part, state: 'look', words: 'The site is reached without encryption (http).' }
  const days = Math.floor((Date.parse(certificate_expires_at) - now) / DAY_MS)
  const words = `The certificate is valid for ${number(days)} more ${days === 1 ? 'day' : 'days'}.`
  if (days >= SOON_DAYS) return { ...part, state: 'good', words }
  const advice = 'It should have been renewed: look at certbot’s or Caddy’s log.'
  return { ...part, state: 'bad', words, advice }
}

const programHealth = ({ version, node }: SiteMeasurements['program']): Health => ({
  component: 'program',
  name: 'Program',
  state: 'good',
  words: `Lodestar ${version}, Node.js ${node}.`,
})
