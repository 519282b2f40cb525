import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { ENDPOINTS } from '#testing/every-endpoint'

const root = path.resolve(import.meta.dirname, '..')

test('every address that contains a token is shortened in the access log of nginx', async () => {
  const settings = await readFile(path.join(root, 'deploy/nginx/log.conf'), 'utf8')
  const [, pattern = ''] = /"~(\^\(\?<lodestar_page>.*?)" "/.exec(settings) ?? []
  const secret = new RegExp(pattern)
  const calls = ENDPOINTS.map(({ path }) => path).filter((path) => path.includes('{token}'))
  const pages = [
    ...(await readFile(path.join(root, 'contract/paths.ts'), 'utf8')).matchAll(
      /\(token: string\) => `(\/[^$`]*)/g,
    ),
  ].map(([, page = '']) => page)
  expect(calls.length).toBeGreaterThan(10)
  expect(pages.length).toBeGreaterThan(5)
  expect([...calls, ...pages].filter((address) => !secret.test(address))).toEqual([])
  expect(
    ['/api/consents', '/portfolio/maya', '/quests/1', '/consultation'].filter((address) =>
      secret.test(address),
    ),
  ).toEqual([])
})
