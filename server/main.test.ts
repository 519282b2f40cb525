import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { startProxy } from '#testing/chaos/proxy'
import { createTestDatabase } from '#testing/database'
import { urlOf } from '#testing/run-script'
import { expectStartToFail, freePort, startSite } from '#testing/running-site'
import { createDataFolder } from '#testing/throw-away-database'

const other = createServer()
let taken: string
let dataDir: string
beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening')
  taken = String((other.address() as AddressInfo).port)
})
afterAll(() => void other.close())
beforeEach(async () => {
  const folder = await createDataFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  dataDir = folder
})

/** Faster than an embedded database. */
const emptyDatabase = async () => {
  const { connection, drop } = await createTestDatabase({ migrated: false })
  onTestFinished(drop)
  return connection
}

const start = (env: Record<string, string>) => expectStartToFail({ DATA_DIR: dataDir, ...env })

test('a site that cannot listen says in one sentence which setting to change, before it makes a database', async () => {
  const quiet = { SAMPLE_DATA: 'off', SLOW_STATEMENT_MS: '60000' }
  expect(await start({ ...quiet, PORT: taken })).toEqual({
    code: 1,
    log: '',
    said: `Port ${taken} on 127.0.0.1 is already in use, perhaps by this site: stop that process, or set PORT to another.\n`,
  })
  expect(await readdir(dataDir)).toEqual([])
  // An address reserved for documentation, which no machine has (RFC 5737).
  const nowhere = { HOST: '192.0.2.1', PORT: '0', PUBLIC_URL: 'http://localhost' }
  const DATABASE_URL = urlOf(await emptyDatabase())
  expect(await start({ ...quiet, ...nowhere, DATABASE_URL })).toMatchObject({
    code: 1,
    said: 'This machine has no address 192.0.2.1: set HOST to one of its own, or to 0.0.0.0 for all of them.\n',
  })
})

test('a data folder that cannot be written to is the reason given, beside a database of its own as well', async () => {
  const DATABASE_URL = urlOf(await emptyDatabase())
  const { code, said } = await start({ DATABASE_URL, DATA_DIR: '/dev/null/data', PORT: '0' })
  expect({ code, said }).toEqual({
    code: 1,
    said: 'The data folder /dev/null/data cannot be written to (ENOTDIR); set DATA_DIR to one that this user can write to.\n',
  })
})

test('every statement of a start is one by name in the log, those of the sample world too', async () => {
  const PORT = String(await freePort())
  const site = await startSite({ DATA_DIR: dataDir, PORT, SLOW_STATEMENT_MS: '0' })
  await site.stop()
  const statements = site
    .log()
    .split('\n')
    .filter((line) => line.includes('slow statement'))
  expect(statements.filter((line) => !/"(?:job|route)":"[^"]+"/.test(line))).toEqual([])
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
