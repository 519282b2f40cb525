import { rotateKeys } from '#features/credentials'
import { findSecret } from '#features/site'

import { onDatabase } from './on-database.ts'

// npm run keys:rotate: makes a new key for signing credentials. What the old one has signed stays verifiable, for it
// stays published. It also takes the present secret as the site's own, where that was changed or lost.

await onDatabase(async ({ config, dataDir, db, log }) => {
  const secret = await findSecret(config, db, dataDir, { accept: true })
  log.info(`The key ${await rotateKeys(db, secret, new Date())} signs from now on.`)
})
