import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { startProxy } from '#testing/chaos/proxy'
import { createTestDatabase } from '#testing/database'
import { urlOf } from '#testing/run-script'
import { freePort, postmasterOf, startInVain, startSite } from '#testing/running-site'
import { makeDataFolder } from '#testing/throw-away-database'

const other = createServer()
let taken: string
let dataDir: string
beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening')
  taken = String((other.address() as AddressInfo).port)
})
afterAll(() => void other.close())
beforeEach(async () => {
  const folder = await makeDataFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  dataDir = folder
})

/** Faster than an embedded database. */
const emptyDatabase = async () => {
  const { connection, drop } = await createTestDatabase({ migrated: false })
  onTestFinished(drop)
  return connection
}

const start = (env: Record<string, string>) => startInVain({ DATA_DIR: dataDir, ...env })

test('a site that cannot listen says in one sentence which setting to change, and leaves no database behind', async () => {
  const quiet = { SAMPLE_DATA: 'off', SLOW_STATEMENT_MS: '60000' }
  expect(await start({ ...quiet, PORT: taken })).toEqual({
    code: 1,
    log: '',
    said: `Something listens on port ${taken} of 127.0.0.1 already, perhaps this site itself: stop that, or set PORT to another.\n`,
  })
  await expect(postmasterOf(dataDir)).rejects.toThrow('ENOENT')
  // An address reserved for documentation, which no machine has (RFC 5737).
  const nowhere = { HOST: '192.0.2.1', PORT: '0', PUBLIC_URL: 'http://localhost' }
  const DATABASE_URL = urlOf(await emptyDatabase())
  expect(await start({ ...quiet, ...nowhere, DATABASE_URL })).toMatchObject({
    code: 1,
    said: 'This machine has no address 192.0.2.1: set HOST to one of its own, or to 0.0.0.0 for all of them.\n',
  })
})

test('every statement of a start is one by name in the log, those of the sample world too', async () => {
  const { log } = await start({ PORT: taken, SLOW_STATEMENT_MS: '0' })
  const statements = log.split('\n').filter((line) => line.includes('slow statement'))
  expect(statements.filter((line) => !/"job":"[\w-]+"/.test(line))).toEqual([])
  expect(statements.join()).toContain('delete from \\"drafts\\"')
})

test('a site that is asked to stop ends well although its connections to the database have died without a word', async () => {
  const { host, port, user, password, database } = await emptyDatabase()
  const proxy = await startProxy({ path: `${host}/.s.PGSQL.${port}` })
  const site = await startSite({
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`,
    PORT: String(await freePort()),
    SAMPLE_DATA: 'off',
  })
  proxy.abandon()
  expect(await site.stop()).toBe(0)
  await proxy.stop()
})
