import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Issuer, startIssuer } from '#testing/credential-builder'
import { runScript } from '#testing/run-script'
import { startApp, type TestApp } from '#testing/start-app'

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
  const env = { DATA_DIR: app.folder }
  return (await runScript('rotate-keys', app.database.connection, { env })).stdout
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
