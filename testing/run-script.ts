import { execFile, type ExecFileException } from 'node:child_process'
import { promisify } from 'node:util'

import type { ServerAddress } from '#platform/database'

type Outcome = { code: number; stdout: string; stderr: string }
type Failure = ExecFileException & Outcome

/** In the format of `DATABASE_URL`. */
export const urlOf = ({ host, user, password, database }: ServerAddress): string =>
  `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`

/** Runs scripts/`name`.ts on a test's database in a separate process, as npm does. */
export const runScript = async (
  name: string,
  database: ServerAddress,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: urlOf(database), ...env },
  }).then(
    (said) => ({ code: 0, ...said }),
    ({ code, stdout, stderr }: Failure) => ({ code, stdout, stderr }),
  )
