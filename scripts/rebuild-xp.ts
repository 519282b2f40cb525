import { rebuildTotals } from '#features/progress'

import { onDatabase } from './on-database.ts'

// npm run xp:rebuild: recomputes every learner's totals from the ledger. The site may be running.

await onDatabase(async ({ db, log }) => {
  const repaired = await rebuildTotals(db)
  log.info(repaired === 0 ? 'Every total agrees with the ledger.' : `Repaired ${repaired} totals.`)
})
