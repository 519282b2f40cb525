import { chromium } from '@playwright/test'
const [port, email, ...pages] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
for (const [scheme, width] of [['light', 320], ['light', 1280], ['dark', 320], ['dark', 1280]] as const) {
  const ctx = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
  const page = await ctx.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(page.url(), m.text()))
  const B = `http://127.0.0.1:${port}`
  await page.goto(B + '/login'); await page.getByLabel('Email').fill(email!); await page.getByLabel('Password', { exact: true }).fill('Lodestar-sample-1!'); await page.getByRole('button', { name: 'Sign in' }).click(); await page.waitForURL((u) => !u.pathname.startsWith('/login')); await page.waitForLoadState('networkidle')
  for (const spec of pages) {
    const [name, path, click] = spec.split('=')
    if (path) { await page.goto(B + path); await page.waitForLoadState('networkidle') }
    if (click) { await page.getByRole('button', { name: click }).first().click(); await page.waitForTimeout(700); await page.waitForLoadState('networkidle') }
    await page.screenshot({ path: `/tmp/n-${name}-${width}-${scheme}.png`, fullPage: !click })
  }
  await ctx.close()
}
await browser.close()
