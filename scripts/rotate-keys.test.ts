import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startIssuer } from '#testing/credential-builder'
import type { Issuer } from '#testing/credential-builder'
import { startApp } from '#testing/start-app'
import type { TestApp } from '#testing/start-app'

let app: TestApp
let issuer: Issuer
beforeAll(async () => {
  app = await startApp()
  issuer = await startIssuer(app)
})
afterAll(async () => {
  await issuer.http.close()
  await app.stop()
})

const rotate = async () => {
  const { host, user, password, database } = app.database.connection
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/rotate-keys.ts'], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: app.folder },
  })
  return stdout
}

test('npm run keys:rotate makes a key that signs, while the site runs; the old one still verifies', async () => {
  await writeFile(path.join(app.folder, 'secret'), app.parts.secret)
  const ada = await app.person()
  const before = await issuer.document((await issuer.award(ada)).code)
  expect(await rotate()).toMatch(/The key [\w-]{43} signs from now on/)
  const after = await issuer.document((await issuer.award(ada)).code)
  expect(before.proof.verificationMethod).not.toBe(after.proof.verificationMethod)
  for (const document of [before, after]) {
    expect(await issuer.verify(JSON.stringify(document))).toMatchObject({ verdict: 'valid' })
  }
})
