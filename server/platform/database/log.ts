import type { BaseLogger } from 'pino'

/** What the database writes its log with: pino's logger, or Fastify's. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
