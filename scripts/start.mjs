import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

import { buildWebApp, installPackages, node, root, serverEnvironment } from './set-up.mjs'

// npm start: does whatever set-up is missing, then runs the server under Node 24 until one of the two is stopped.
// Arguments are Node's: npm start -- --inspect

installPackages()
await buildWebApp()

const server = spawn(node, [...process.argv.slice(2), join('server', 'main.ts')], {
  cwd: root,
  env: serverEnvironment,
  // The fourth is a channel that closes when this process ends, however it ends; then the server stops too.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // A process group of its own. Ctrl+C goes to all of the terminal's group, and npm and the shell pass it on as well:
  // the server gets one signal, from here.
  detached: true,
})

let isTold = false
const tell = (/** @type {NodeJS.Signals} */ signal) => {
  if (!isTold) server.kill(signal)
  isTold = true
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => tell(signal))

// npm can be killed without a word, and would leave a site behind that nobody sees.
const { ppid } = process
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === ppid || tell('SIGTERM'), 500).unref()

server.on('exit', (code, signal) => {
  process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
})
