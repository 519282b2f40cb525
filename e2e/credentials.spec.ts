import { readFile } from 'node:fs/promises'

import { expect, SAMPLE_PASSWORD, signIn, test } from './site.ts'

test.use({ expectedErrors: [/404/] })

test('a learner has a certificate; a stranger verifies the code, the picture and a forgery; then it is taken back', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'student@example.org')
  await page.goto('/diploma')
  const paper = page.getByRole('article', { name: /Certificate of Learning/ })
  await expect(paper.getByText('Maya Lindqvist')).toBeVisible()
  await expect(paper.getByRole('img', { name: /QR code that leads to .*\/verify\// })).toBeVisible()
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toMatch(/^LD-\d{4}-\d{6}\.pdf$/)
  await expect(page.getByRole('heading', { name: 'On the way to the diploma' })).toBeVisible()
  const code = await paper.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/).innerText()

  const stranger = await (await browser.newContext({ baseURL: site.url })).newPage()
  await stranger.goto('/verify')
  await stranger.getByLabel('Code, address or record').fill(code.toLowerCase())
  await stranger.getByRole('button', { name: 'Verify' }).click()
  await expect(stranger).toHaveURL(/\/verify\/[0-9A-Z]{16}$/)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Genuine')
  await expect(stranger).toHaveTitle(/^Genuine: Certificate of Learning, Maya L\./)
  await expect(stranger.getByText('Maya L.', { exact: true })).toBeVisible()
  await expect(stranger.getByText('Lindqvist')).toHaveCount(0)
  const address = stranger.url()

  const [download] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('link', { name: 'Picture with the record inside' }).click(),
  ])
  const picture = await readFile(await download.path())
  await stranger.goto('/verify')
  const file = stranger.locator('input[type=file]')
  await file.setInputFiles({ name: 'badge.png', mimeType: 'image/png', buffer: picture })
  await expect(stranger.getByRole('heading', { name: 'Genuine' })).toBeVisible()
  await expect(stranger.getByText('The signature is ours')).toBeVisible()

  const token = await (
    await stranger.request.get(address.replace('/verify/', '/api/credentials/'))
  ).text()
  const at = token.indexOf('.') + 60
  const forged = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
  await stranger.getByLabel('Code, address or record').fill(forged)
  await stranger.getByRole('button', { name: 'Verify' }).click()
  await expect(stranger.getByRole('heading', { name: /^Not (genuine|a record)$/ })).toBeVisible()
  await expect(stranger.getByText('Maya L.')).toHaveCount(0)

  await rescind(site.url, 'Printed for the wrong term.')
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Taken back')
  await expect(stranger.getByText('Printed for the wrong term.')).toBeVisible()
  await stranger.context().close()
})

/** Takes back what the student has, as an admin does it. */
const rescind = async (site: string, reason: string) => {
  const call = async (path: string, token: string, body?: object) => {
    const response = await fetch(`${site}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }
  const tokenOf = async (who: string) => {
    const body = { email: `${who}@example.org`, password: SAMPLE_PASSWORD }
    return (await call('/api/auth/login', 'none', body)).app_access_token as string
  }
  const { diplomas } = await call('/api/diploma', await tokenOf('student'))
  await call(`/api/diploma/${diplomas[0].id}/rescind`, await tokenOf('admin'), { reason })
}

test('without scripts the page of a code says the same', async ({ browser, site, page }) => {
  await signIn(page, 'student@example.org')
  await page.goto('/diploma')
  const link = page.getByRole('link', { name: 'See it as a stranger' })
  const address = (await link.getAttribute('href')) ?? ''
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(address)
  await expect(plain.getByRole('heading', { name: /Genuine|Taken back/ })).toBeVisible()
  await expect(plain.getByRole('heading', { name: 'How this was checked' })).toBeVisible()
  await context.close()
})
