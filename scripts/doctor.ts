import path from 'node:path'

import { measureSite } from '#features/admin'
import { openFiles } from '#platform/files'
import { healthOf } from '#rules/site-health'

import { onDatabase } from './on-database.ts'

// npm run doctor: prints how the site is doing, as the overview of its admins does, and what to do. Exits with 1 if something needs
// attention at once.

const MARKS = { good: 'ok  ', look: 'look', bad: 'BAD ' } as const

await onDatabase(
  async ({ config, dataDir, db }) => {
    const files = await openFiles(config, path.join(dataDir, 'files'))
    const components = healthOf(await measureSite({ config, db, files }), Date.now())
    for (const { name, state, words, advice } of components) {
      process.stdout.write(
        `${MARKS[state]}  ${name}: ${words}${advice ? `\n      ${advice}` : ''}\n`,
      )
    }
    if (components.some(({ state }) => state === 'bad')) process.exitCode = 1
  },
  { migrating: false },
)
