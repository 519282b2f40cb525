import { rotateKeys } from '#features/credentials'
import { findSecret } from '#features/site'

import { onDatabase } from './on-database.ts'

// npm run keys:rotate: creates a new key for signing credentials. Old signatures remain verifiable, because the old key stays
// published. Also accepts the current secret as the site's own, if it was changed or lost.

await onDatabase(async ({ config, dataDir, db, log }) => {
  const secret = await findSecret(config, db, dataDir, { accept: true })
  log.info(`The key ${await rotateKeys(db, secret, new Date())} signs from now on.`)
})
