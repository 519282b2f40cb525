import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { buildWebApp, environment, installPackages, node, root } from './set-up.mjs'

// npm run bench: does whatever set-up is missing, then measures. Arguments are those of bench/run.ts.

installPackages()
await buildWebApp()
const { status } = spawnSync(node, [join('bench', 'run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
