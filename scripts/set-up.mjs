import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// First step of `npm start` and `npm test` in a fresh clone. Runs on the system's Node (20.19 or newer) before anything is
// installed: plain JavaScript with Node's built-in modules only.

export const root = join(import.meta.dirname, '..')
const inRoot = (/** @type {string[]} */ ...parts) => join(root, ...parts)

/** Node 24, as installed with the other packages. */
export const node = inRoot('node_modules', 'node', 'bin', 'node')

/** For child processes: `node` is Node 24 there as well. */
export const environment = {
  ...process.env,
  PATH: `${inRoot('node_modules', 'node', 'bin')}:${process.env.PATH}`,
}

/** A folder beside the packages, unless they are another user's: root's files there would be in the way of the site's user. */
const compileCache =
  !process.getuid || statSync(root).uid === process.getuid()
    ? inRoot('node_modules', '.cache', 'node')
    : undefined

/** For the server: limits memory and speeds up the start. Existing settings take precedence. */
export const serverEnvironment = {
  ...environment,
  // Collects garbage long before the heap is many times its live size (docs/performance.md).
  NODE_OPTIONS: `--max-semi-space-size=8 --max-old-space-size=512 ${process.env.NODE_OPTIONS ?? ''}`,
  // Few arenas, and large blocks are freed immediately. Each password hash takes 19 MiB briefly.
  GLIBC_TUNABLES:
    process.env.GLIBC_TUNABLES ?? 'glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=1048576',
  // Avoids compiling again at the next start. Without write access, Node does without it.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
}

/** Exits with a sentence for the operator. @type {(sentence: string) => never} */
export const stopWith = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** Installs the packages if they are missing, or if package-lock.json has changed since. */
export const installPackages = () => {
  const stamp = inRoot('node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  console.log('Installing packages; the first time, this takes a minute or two.')
  // Not `npm ci`: it requires the optional packages of every platform in the lockfile. With NODE_ENV=production, npm would omit
  // the web app's build tools.
  const args = [
    'install',
    '--include=dev',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { npm_execpath } = process.env
  const [program, first] = npm_execpath?.endsWith('.js')
    ? [process.execPath, [npm_execpath]]
    : ['npm', []]
  const { status } = spawnSync(program, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) stopWith('Installing packages failed, for the reason above. Then try again.')

  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (!stdout?.startsWith('v24.'))
    stopWith(
      'Node 24 was not installed: npm must be allowed to run the install script of the package "node". Try: npm rebuild node',
    )
  writeFileSync(stamp, wanted)
}

/** True if a program is installed. @type {(name: string) => boolean} */
export const findProgram = (name) =>
  [...(process.env.PATH?.split(':') ?? []), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  )

/** @type {(command: string, args: string[]) => boolean} */
const succeeds = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0

/** Installs Debian packages if permitted. Returns true on success. @type {(packages: string[]) => boolean} */
export const installFromDebian = (packages) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  succeeds('apt-get', ['update', '-qq']) &&
  succeeds('apt-get', ['install', '-y', '-qq', ...packages])

/** Sources of the web app. */
const WEB_SOURCES = `
  web contract rules content
  scripts/after-build.ts scripts/built-app.ts scripts/service-worker.ts scripts/vite-content.ts
  scripts/vite-contract.ts scripts/vite-imports.ts scripts/vite-router.ts
  server/features/quests/library.ts
  package.json package-lock.json react-router.config.ts vite.config.ts tsconfig.json`
  .trim()
  .split(/\s+/)

/** Builds the web app if its sources have changed since the last build. */
export const buildWebApp = async () => {
  if (!existsSync(inRoot('web', 'routes.ts'))) return
  const stamp = inRoot('build', '.sources')
  // The API's URL is compiled in.
  const wanted = `${fingerprint(WEB_SOURCES)} ${process.env.VITE_API_BASE ?? ''}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  console.log('Building the web app; this takes a moment.')
  const cli = inRoot('node_modules', '.bin', 'react-router')
  const { code, output } = await run([cli, 'build'], { ...environment, NODE_ENV: 'production' })
  if (code !== 0) stopWith(`${output}\nBuilding the web app failed, for the reason above.`)
  mkdirSync(inRoot('build'), { recursive: true })
  writeFileSync(stamp, wanted)
}

/**
 * Changes when a file is added, deleted or written. Names, sizes and times suffice and are read in milliseconds.
 * @type {(paths: string[]) => string}
 */
const fingerprint = (paths) => {
  const hash = createHash('sha256')
  const visit = (/** @type {string} */ path) => {
    const stats = statSync(inRoot(path), { throwIfNoEntry: false })
    if (!stats || path.includes('.test.')) return
    if (stats.isDirectory())
      for (const name of readdirSync(inRoot(path)).toSorted()) visit(join(path, name))
    else hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`)
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

/**
 * Runs a program under Node 24 and captures its output.
 * @type {(args: string[], env: NodeJS.ProcessEnv) => Promise<{ code: number | null, output: string }>}
 */
const run = (args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
