import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

import { buildWebApp, installPackages, node, root, serverEnvironment } from './set-up.mjs'

// npm start: completes the setup if necessary, then runs the server under Node 24 until either process stops.
// Arguments are Node's: npm start -- --inspect

installPackages()
await buildWebApp()

const server = spawn(node, [...process.argv.slice(2), join('server', 'main.ts')], {
  cwd: root,
  env: serverEnvironment,
  // The fourth is a channel that closes when this process ends, for whatever reason; then the server stops too.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // A separate process group. Ctrl+C signals the terminal's whole group, and npm and the shell forward it as well: this way the
  // server gets a single signal, from here.
  detached: true,
})

let isTold = false
const tell = (/** @type {NodeJS.Signals} */ signal) => {
  if (!isTold) server.kill(signal)
  isTold = true
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => tell(signal))

// npm can be killed silently, which would leave an orphaned site behind.
const { ppid } = process
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === ppid || tell('SIGTERM'), 500).unref()

server.on('exit', (code, signal) => {
  process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
})
