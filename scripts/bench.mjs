import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { buildWebApp, installPackages, node, root, serverEnvironment } from './set-up.mjs'

// npm run bench [-- endure]: does whatever set-up is missing, then measures. Arguments are those of bench/run.ts or bench/endure.ts.

installPackages()
await buildWebApp()
const given = process.argv.slice(2)
const [file, options] = given[0] === 'endure' ? ['endure.ts', given.slice(1)] : ['run.ts', given]
const { status } = spawnSync(node, [join('bench', file), ...options], {
  cwd: root,
  env: serverEnvironment,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
