import * as z from 'zod/mini'

import { email } from '#contract/fields'
import { createAdmin } from '#features/invitations'
import { resetSecondFactorByEmail } from '#features/second-factor'

import { onDatabase } from './on-database.ts'

// npm run admin -- ada@school.example: promotes an account to admin, or creates a link by which that person becomes one. The site
// may be running. With --lost-second-factor, removes the second factors instead, if no other admin is left to do that.

const address = z.safeParse(email('', 'no address'), process.argv[2])
if (!address.success) {
  process.stderr.write('Pass an email address: npm run admin -- ada@school.example\n')
  process.exit(1)
}
await onDatabase(async ({ config, db }) => {
  const now = new Date()
  const done = process.argv.includes('--lost-second-factor')
    ? await resetSecondFactorByEmail(db, address.data, now)
    : await createAdmin({ config, db, now }, address.data)
  process.stdout.write(`${done}\n`)
})
