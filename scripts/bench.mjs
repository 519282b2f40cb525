import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { buildWebApp, installPackages, node, root, serverEnvironment } from './set-up.mjs'

// npm run bench [-- endure | tutor | messages | chaos | plans | interactions]: completes the setup if necessary, then measures. Arguments are
// those of the file in bench/.

installPackages()
await buildWebApp()
const given = process.argv.slice(2)
const isNamed = ['endure', 'tutor', 'messages', 'chaos', 'plans', 'interactions'].includes(
  given[0] ?? '',
)
const [file, options] = isNamed ? [`${given[0]}.ts`, given.slice(1)] : ['run.ts', given]
const { status } = spawnSync(node, [join('bench', file), ...options], {
  cwd: root,
  env: serverEnvironment,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
