import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const B = 'http://127.0.0.1:3100'
for (const [scheme, width] of [['light', 320], ['dark', 1280]] as const) {
  for (const [email, path, sel, name] of [['parent@example.org', '/parent/dashboard', '', 'fam'], ['parent@example.org', '/profile', '#notifications', 'choices'], ['child@example.org', '/connections/requests', '', 'childreq']] as const) {
    const ctx = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
    const page = await ctx.newPage()
    page.on('console', (m) => m.type() === 'error' && console.log(page.url(), m.text()))
    await page.goto(B + '/login'); await page.getByLabel('Email').fill(email); await page.getByLabel('Password', { exact: true }).fill('Lodestar-sample-1!'); await page.getByRole('button', { name: 'Sign in' }).click(); await page.waitForURL((u) => !u.pathname.startsWith('/login'))
    await page.goto(B + path); await page.waitForLoadState('networkidle')
    if (name === 'fam') { await page.getByRole('main').getByRole('link', { name: /Noah/ }).first().click(); await page.locator('#connections').waitFor(); await page.waitForLoadState('networkidle'); await page.locator('#connections').screenshot({ path: `/tmp/n-${name}-${width}-${scheme}.png` }) }
    else if (sel) await page.locator(sel).screenshot({ path: `/tmp/n-${name}-${width}-${scheme}.png` })
    else await page.screenshot({ path: `/tmp/n-${name}-${width}-${scheme}.png`, fullPage: true })
    await ctx.close()
  }
}
await browser.close()
