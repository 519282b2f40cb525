import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { buildWebApp, environment, installPackages, node, root, stopWith } from './set-up.mjs'

// npm run check: all static checks of the code. Fastest first; stops at the first failure.

/** @typedef {{ passed: string, failed: string, program: string, args?: string[] }} Check */

const binary = (/** @type {string} */ name) => join('node_modules', '.bin', name)

/** @type {Check[]} */
const CHECKS = [
  {
    program: binary('oxfmt'),
    args: ['--check'],
    passed: 'Every file is formatted.',
    failed: 'Some files are not formatted: run npx oxfmt.',
  },
  {
    program: binary('oxlint'),
    args: ['--quiet'],
    passed: 'The linter passes, and every module is imported through its entry point.',
    failed: 'The linter reports the problems above.',
  },
  {
    program: binary('tsc'),
    args: ['-p', '.'],
    passed: 'The types fit.',
    failed: 'The types do not fit in the lines above.',
  },
  {
    program: binary('tsc'),
    args: ['-p', join('web', 'service-worker')],
    passed: 'The service worker’s types fit.',
    failed: 'The types of the service worker do not fit in the lines above.',
  },
  {
    program: binary('knip'),
    args: ['--no-progress'],
    passed: 'No file, export or package is unused.',
    failed: 'What is listed above is not used by anything, or not listed in package.json.',
  },
  {
    program: binary('knip'),
    args: ['--cycles', '--no-progress', '--reporter', 'cycles'],
    passed: 'No file imports itself by way of others, dynamic imports among them.',
    failed: 'The files above import each other in a cycle.',
  },
  {
    program: join('scripts', 'check-roles.ts'),
    passed: 'Roles are listed in one place.',
    failed: 'Who may do what is decided by rules/membership.ts and rules/access.ts alone.',
  },
  {
    program: join('scripts', 'check-language.ts'),
    passed: 'Comments and exported names avoid the words that read oddly.',
    failed: 'The comments and names above read oddly; each line says what to write instead.',
  },
  {
    program: join('scripts', 'check-addresses.ts'),
    passed: 'Addresses of pages are written once.',
    failed: 'Addresses of pages come from contract/paths.ts alone; those above are written again.',
  },
  {
    program: join('scripts', 'check-tables.ts'),
    passed: 'Each table is written only by its owner, and has no new readers.',
    failed: 'The statements above write or read a table of another feature (decisions/0076).',
  },
  {
    program: join('scripts', 'generate-table-types.ts'),
    args: ['--check'],
    passed: 'The generated table types are up to date.',
    failed: 'The generated table types are stale: run npm run db:types.',
  },
  {
    program: join('scripts', 'check-bundle.ts'),
    passed: 'The built pages are within their limits of size and files.',
    failed: 'The built pages listed above exceed their size limits.',
  },
]

installPackages()
for (const { program, args = [], passed, failed } of CHECKS) {
  if (!existsSync(join(root, program))) stopWith(`${program} is missing.`)
  if (program.endsWith('check-bundle.ts')) await buildWebApp()
  const { status, stdout, stderr } = spawnSync(node, [program, ...args], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) stopWith(`${stdout}${stderr}\n${failed}`)
  console.log(passed)
}
