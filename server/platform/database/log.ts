import type { BaseLogger } from 'pino'

/** Logger of the database: pino's or Fastify's. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
