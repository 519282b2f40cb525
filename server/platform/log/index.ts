import { type Logger, pino } from 'pino'

import type { Config } from '#platform/config'

const FOR_PEOPLE = {
  transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
}

/**
 * Creates the log of the program or a command: JSON lines in production, otherwise readable lines.
 * @param isWatched true if a person reads it live, also in production
 */
export const createLog = (
  { NODE_ENV, LOG_LEVEL }: Pick<Config, 'NODE_ENV' | 'LOG_LEVEL'>,
  isWatched = false,
): Logger =>
  pino({
    level: LOG_LEVEL,
    base: null,
    ...(NODE_ENV === 'production' && !isWatched ? {} : FOR_PEOPLE),
  })
