import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  buildWebApp,
  environment,
  findProgram,
  installFromDebian,
  installPackages,
  node,
  root,
} from './set-up.mjs'

// npm run test:nodes: one site on several nodes and databases, and its backups, as in docs/scaling.md and docs/operations.md, with the
// servers of Debian's packages.

/** Each package, with a check that it is installed. @type {Record<string, () => boolean>} */
const PACKAGES = {
  postgresql: () => existsSync('/usr/lib/postgresql'),
  pgbouncer: () => findProgram('pgbouncer'),
  'nginx-light': () => findProgram('nginx'),
  pgbackrest: () => findProgram('pgbackrest'),
  patroni: () => findProgram('patroni'),
  // Patroni's library for etcd.
  'python3-etcd': () => existsSync('/usr/lib/python3/dist-packages/etcd'),
  'etcd-server': () => findProgram('etcd'),
  haproxy: () => findProgram('haproxy'),
}
const listMissing = () =>
  Object.entries(PACKAGES).flatMap(([name, isThere]) => (isThere() ? [] : [name]))

/** Ensures that the servers are installed. The tests start their own, so those started by Debian are stopped. */
const haveServers = () => {
  const missing = listMissing()
  if (missing.length === 0) return true
  console.log(`Installing ${missing.join(', ')}, for the tests of several nodes.`)
  if (!installFromDebian(missing)) return false
  for (const name of missing) {
    const service = name.replace(/-(light|server)$/, '')
    spawnSync('systemctl', ['disable', '--now', service], { stdio: 'ignore' })
  }
  return listMissing().length === 0
}

const runTests = () => {
  const results = mkdtempSync(join(tmpdir(), 'lodestar-results-'))
  const report = join(results, 'vitest.json')
  const { status } = spawnSync(
    node,
    [
      ...'node_modules/vitest/vitest.mjs run --config nodes/vitest.config.ts'.split(' '),
      ...'--reporter=default --reporter=json'.split(' '),
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: 'inherit', env: environment },
  )
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {}
  rmSync(results, { recursive: true })
  console.log(`${passed} passed, ${status === 0 ? failed : Math.max(1, failed)} failed`)
  process.exitCode = status ?? 1
}

installPackages()
if (haveServers()) {
  await buildWebApp()
  runTests()
} else {
  console.log(
    `Skipped: the tests of several nodes need ${listMissing().join(', ')} of Debian (sudo apt-get install ${listMissing().join(' ')}).`,
  )
}
