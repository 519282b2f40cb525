import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import type { Message, Started } from '#testing/database-app'

const HERE = path.join(import.meta.dirname, '..')

/** Runs testing/database-app.ts in a separate process. `checkout` is the copy of the program to run. */
export const startDatabaseApp = (
  dataDir: string,
  {
    how = 'configured',
    checkout = HERE,
  }: { how?: 'configured' | 'default'; checkout?: string } = {},
) => {
  const app = fork(path.join(checkout, 'testing/database-app.ts'), [how, dataDir], {
    cwd: checkout,
    execArgv: [],
    env: { PATH: process.env.PATH },
  })
  const ended = once(app, 'exit')
  const stored: number[] = []
  const outcome = new Promise<Started | { refused: string }>((resolve, reject) => {
    app.on('message', (message: Message) => {
      if ('stored' in message) stored.push(message.stored)
      else if ('started' in message) resolve(message.started)
      else if ('refused' in message) resolve(message)
    })
    app.on('exit', (code) => reject(new Error(`The app ended with ${code} and said nothing.`)))
  })
  // Tests that only kill it do not await it.
  outcome.catch(() => {})

  return {
    /** Numbers reported as stored. */
    stored,
    started: async (): Promise<Started> => {
      const result = await outcome
      if ('refused' in result) throw new Error(result.refused)
      return result
    },
    refused: async (): Promise<string> => {
      const result = await outcome
      if ('refused' in result) return result.refused
      throw new Error('The app started.')
    },
    stop: async (): Promise<void> => {
      // It may be exiting right now, with its channel closed.
      if (app.connected) app.send('stop', () => {})
      await ended
    },
    kill: async (): Promise<void> => {
      app.kill('SIGKILL')
      await ended
    },
  }
}
