import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { environment, installPackages, node, root } from './set-up.mjs'

// npm run dev: the server, restarted when its code changes, and Vite, which applies changes of the web app immediately and
// proxies everything else to the server. Stops both when either stops.

installPackages()

const SERVER = process.env.PORT ?? '3000'
const WEB = process.env.WEB_PORT ?? '5173'

const env = {
  ...environment,
  PORT: SERVER,
  // Emailed links lead back here.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${WEB}`,
  DEV_SERVER: `http://127.0.0.1:${SERVER}`,
}

const start = (/** @type {string[]} */ args) =>
  spawn(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })

const programs = [
  start(['--watch', '--watch-preserve-output', join('server', 'main.ts')]),
  start([join('node_modules', '.bin', 'react-router'), 'dev', '--port', WEB]),
]

let isEnding = false
const endAll = (/** @type {NodeJS.Signals} */ signal) => {
  if (isEnding) return
  isEnding = true
  for (const program of programs) if (program.exitCode === null) program.kill(signal)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => endAll(signal))
for (const program of programs)
  program.on('exit', (code) => {
    process.exitCode ||= isEnding ? 0 : (code ?? 1)
    endAll('SIGTERM')
  })
