import { DatabaseError } from 'pg'

const AWAY = new Set([
  // The server cannot be reached, or the connection broke.
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // It is shutting down, has crashed, is starting up, has no connection left.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // It is a standby: not the primary any more, or not yet.
  '25006',
  // Its disk is full.
  '53100',
  // A transaction of which it had not heard for too long.
  '25P03',
])

/** A connection that led to a standby where the primary was meant: after a failover, or before one is done. */
export class IsStandby extends Error {
  override name = 'IsStandby'
  readonly code = '25006'
}

/** Messages of pg's own errors, which have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/

/** Whether a query failed because the database cannot be reached now: worth a 503 and another try later. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY.has(code) || code.startsWith('08') || AWAY_MESSAGE.test(error.message)
}

/** Whether a standby cancelled a query because what it read was being cleaned up on the primary. */
export const isRecoveryConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '40001'

/** Whether a transaction was rolled back for another one's sake (deadlock, serialization): the same work may succeed now. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')

const INTEGRITY_VIOLATION = '23'

/** The name of the constraint or unique index that refused the row, if that is what the error is. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code?.startsWith(INTEGRITY_VIOLATION)
    ? error.constraint
    : undefined
