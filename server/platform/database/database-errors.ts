import { DatabaseError } from 'pg'

const AWAY = new Set([
  // The server is unreachable, or the connection broke.
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server is shutting down, has crashed, is starting up, or has no free connection.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // The server is a standby: no longer, or not yet, the primary.
  '25006',
  // Its disk is full.
  '53100',
  // The server ended an idle transaction.
  '25P03',
])

/** A connection to a standby instead of the primary: after or during a failover. */
export class IsStandby extends Error {
  override name = 'IsStandby'
  readonly code = '25006'
}

/** Messages of pg's own errors, which have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/

/** True if a query failed because the database is unavailable: worth a 503 and a retry. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY.has(code) || code.startsWith('08') || AWAY_MESSAGE.test(error.message)
}

/** True if a standby canceled a query because the primary removed rows it was reading. */
export const isRecoveryConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '40001'

/** True if a transaction was rolled back because of another one (deadlock, serialization failure): a retry may succeed. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')

const INTEGRITY_VIOLATION = '23'

/** Name of the violated constraint or unique index, if the error is one. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code?.startsWith(INTEGRITY_VIOLATION)
    ? error.constraint
    : undefined
