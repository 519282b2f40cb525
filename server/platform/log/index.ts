import { type Logger, pino } from 'pino'

import type { Config } from '#platform/config'

const FOR_PEOPLE = {
  transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
}

/**
 * The log of the program or of a command: JSON lines in production, for programs that read them, and otherwise lines for people.
 * @param isWatched whether somebody reads it as it is written, in production as well
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
