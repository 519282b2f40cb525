import { existsSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const get = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } })

describe('what programs look for', () => {
  test('robots.txt keeps them out of the API and of people’s records, and shows the way to the sitemap', async () => {
    const { statusCode, body } = await get('/robots.txt')
    expect(statusCode).toBe(200)
    expect(body).toContain('Disallow: /api/\n')
    expect(body).toContain('Disallow: /verify/\n')
    expect(body).toContain('Sitemap: http://lodestar.test/sitemap.xml')
  })

  test('security.txt names a contact and a day until which it holds', async () => {
    const { body } = await get('/.well-known/security.txt')
    expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m)
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(body) ?? []
    expect(Date.parse(expires)).toBeGreaterThan(app.parts.clock().getTime())
  })

  test.each(['/api/nowhere', '/api', '/.well-known/nowhere', '/assets/nowhere.js'])(
    '%s is a plain 404',
    async (url) => {
      const { statusCode, json } = await get(url)
      expect(statusCode).toBe(404)
      expect(json()).toHaveProperty('error')
    },
  )
})

test('the support link of prerendered pages leads to the support address', async () => {
  const { statusCode, headers } = await get('/support')
  expect(statusCode).toBe(302)
  expect(headers.location).toMatch(/^mailto:\S+@\S+$/)
})

// The web app is built before the tests run; without a build, every path belongs to the app.
describe.runIf(existsSync('build/client/index.html'))('the built pages', () => {
  test.each(['/nowhere', '/wp-login.php', '/terms/of/nothing', '/quests/a/b'])(
    'the unknown path %s leads to the landing page',
    async (url) => {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers.location]).toEqual([302, '/'])
    },
  )

  test.each([
    '/',
    '/demo',
    '/demo/',
    '/privacy?from=mail',
    '/quests/1',
    '/admin',
    '/admin/users/1',
  ])('%s is a page of the app', async (url) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('a prerendered page holds its words and a preview with whole addresses', async () => {
    const { body } = await get('/privacy')
    expect(body).toContain('For children')
    expect(body).toContain('<meta property="og:title" content="Privacy Policy')
    expect(body).toContain('<meta property="og:url" content="http://lodestar.test/privacy"/>')
    expect(body).toContain(
      '<meta property="og:image" content="http://lodestar.test/og/privacy.png"/>',
    )
    const picture = await app.http.inject({ url: '/og/privacy.png' })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  })

  test('no page lets a script run that is not its own', async () => {
    const { headers } = await get('/demo')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  })

  test('the sitemap lists the public pages, and none that ask for a sign-in', async () => {
    const { body } = await get('/sitemap.xml')
    for (const pathname of ['/', '/demo', '/promo', '/terms', '/privacy', '/academy-handbook'])
      expect(body).toContain(`<loc>http://lodestar.test${pathname}</loc>`)
    expect(body).not.toContain('/dashboard')
  })

  test('scripts come compressed as small as they get', async () => {
    const { body } = await get('/')
    const [, script = ''] = /href="(\/assets\/react-[^"]+\.js)"/.exec(body) ?? []
    const { headers, rawPayload } = await app.http.inject({
      url: script,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(headers['content-encoding']).toBe('br')
    expect(headers['cache-control']).toContain('immutable')
    expect(rawPayload.length).toBeLessThan(130 * 1024)
  })
})
