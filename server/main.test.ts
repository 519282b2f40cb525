import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { postmasterOf, startInVain } from '#testing/running-site'
import { makeDataFolder } from '#testing/throw-away-database'

test('a site that cannot listen says in one sentence which setting to change, and leaves no database behind', async () => {
  const dataDir = await makeDataFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const start = (env: Record<string, string>) =>
    startInVain({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', SLOW_STATEMENT_MS: '60000', ...env })
  try {
    expect(await start({ PORT: String(port) })).toEqual({
      code: 1,
      log: '',
      said: `Something listens on port ${port} of 127.0.0.1 already, perhaps this site itself: stop that, or set PORT to another.\n`,
    })
    await expect(postmasterOf(dataDir)).rejects.toThrow('ENOENT')
    // An address of documentation, which no machine has (RFC 5737).
    const nowhere = { HOST: '192.0.2.1', PORT: '0', PUBLIC_URL: 'http://localhost' }
    expect(await start(nowhere)).toMatchObject({
      code: 1,
      said: 'This machine has no address 192.0.2.1: set HOST to one of its own, or to 0.0.0.0 for all of them.\n',
    })
    await expect(postmasterOf(dataDir)).rejects.toThrow('ENOENT')
  } finally {
    other.close()
    await rm(dataDir, { recursive: true })
  }
})
