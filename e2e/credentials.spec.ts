import { readFile } from 'node:fs/promises'

import { expect, SAMPLE_PASSWORD, signIn, test } from './site.ts'

test('a learner has a certificate; a stranger verifies the code, the picture and a forgery; then it is taken back', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'student@example.org', { to: '/diploma' })
  const paper = page.getByRole('article', { name: /Certificate of Learning/ })
  await expect(paper.getByText('Maya Lindqvist')).toBeVisible()
  await expect(paper.getByRole('img', { name: /QR code for .*\/verify\// })).toBeVisible()
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toMatch(/^LD-\d{4}-\d{6}\.pdf$/)
  await page.getByText('Counted in credits').click()
  await expect(page.getByRole('heading', { name: 'Progress towards the diploma' })).toBeVisible()
  const code = await paper.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/).innerText()

  const stranger = await (await browser.newContext({ baseURL: site.url })).newPage()
  await stranger.goto('/verify')
  await stranger.getByLabel('Code, address or record').fill(code.toLowerCase())
  await stranger.getByRole('button', { name: 'Verify' }).click()
  await expect(stranger).toHaveURL(/\/verify\/[0-9A-Z]{16}$/)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Genuine')
  await expect(stranger).toHaveTitle(/^Genuine: Certificate of Learning, Maya Lindqvist/)
  await expect(stranger.getByText('Maya Lindqvist', { exact: true })).toBeVisible()
  const address = stranger.url()
  const dayIn = async (timezoneId: string) => {
    const reader = await (await browser.newContext({ baseURL: site.url, timezoneId })).newPage()
    await reader.goto(address)
    const day = await reader.locator('time').first().innerText()
    await reader.context().close()
    return day
  }
  expect(await dayIn('Pacific/Kiritimati')).toBe(await dayIn('Pacific/Pago_Pago'))

  const [download] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('link', { name: 'Image with embedded record (PNG)' }).click(),
  ])
  const picture = await readFile(await download.path())
  await stranger.goto('/verify')
  const file = stranger.locator('input[type=file]')
  // Waits for hydration, as users must: setInputFiles would not wait.
  await expect(file).toBeEnabled()
  await file.setInputFiles({ name: 'badge.png', mimeType: 'image/png', buffer: picture })
  await expect(stranger.getByRole('heading', { name: 'Genuine' })).toBeVisible()
  await expect(stranger.getByText('The signature is ours')).toBeVisible()

  const signed = await stranger.request.get(address.replace('/verify/', '/api/credentials/'))
  const forged = (await signed.text()).replace('Maya Lindqvist', 'Mara Lindqvist')
  await stranger.getByLabel('Code, address or record').fill(forged)
  await stranger.getByRole('button', { name: 'Verify' }).click()
  await expect(stranger.getByRole('heading', { name: 'Not genuine' })).toBeVisible()
  await expect(stranger.getByText('Lindqvist', { exact: false })).toHaveCount(0)

  await revoke(site.url, 'Printed for the wrong term.')
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Revoked')
  await expect(stranger.getByText('Printed for the wrong term.')).toBeVisible()
  await stranger.context().close()
})

/** Calls the API as one of the sample users. */
const apiOf = async (site: string, who: string) => {
  let token = 'none'
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${site}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }
  const body = { email: `${who}@example.org`, password: SAMPLE_PASSWORD }
  token = (await call('POST', '/api/auth/login', body)).app_access_token
  return call
}

/** Revokes the student's records as an admin. */
const revoke = async (site: string, reason: string) => {
  const student = await apiOf(site, 'student')
  const { diplomas } = await student('GET', '/api/diploma')
  const admin = await apiOf(site, 'admin')
  await admin('POST', `/api/diploma/${diplomas[0].id}/revoke`, { reason })
}

test('without scripts the page of a code says the same', async ({ browser, site, page }) => {
  await signIn(page, 'student@example.org', { to: '/diploma' })
  const link = page.getByRole('link', { name: 'See what others see' })
  const address = (await link.getAttribute('href')) ?? ''
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(address)
  await expect(plain.getByRole('heading', { name: /Genuine|Revoked/ })).toBeVisible()
  await expect(plain.getByRole('heading', { name: 'How this was checked' })).toBeVisible()
  await context.close()
})

test('a name without a gap is text, and fits where strangers read it', async ({ page, site }) => {
  const first_name = `<b>ש</b>${'W'.repeat(80)}`
  const call = await apiOf(site.url, 'student')
  const { id: learner_id } = await call('PATCH', '/api/profile', { first_name })
  const advisor = await apiOf(site.url, 'advisor')
  const { transcript } = await advisor('POST', '/api/transcript/issue', {
    learner_id,
    recipient: 'Westbrook',
    rendering: 'mastery',
  })
  const { url } = await call('POST', '/api/transcript/shares', { label: 'Westbrook', days: 1 })

  await page.setViewportSize({ width: 320, height: 720 })
  for (const address of [`/verify/${transcript.verify_code}`, url]) {
    await page.goto(address)
    await expect(page.getByText(`${first_name} Lindqvist`, { exact: true }).first()).toBeVisible()
    const overflow = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
  }
  await call('PATCH', '/api/profile', { first_name: 'Maya' })
})
