import * as z from 'zod/mini'

import { email } from '#contract/fields'
import { makeAdmin } from '#features/invitations'

import { onDatabase } from './on-database.ts'

// npm run admin -- ada@school.example: makes an admin, or a link with which that person becomes one. The site may go on meanwhile.

const address = z.safeParse(email('', 'no address'), process.argv[2])
if (!address.success) {
  process.stderr.write('Say whom: npm run admin -- ada@school.example\n')
  process.exit(1)
}
await onDatabase(async ({ config, db }) => {
  process.stdout.write(`${await makeAdmin({ config, db, now: new Date() }, address.data)}\n`)
})
