import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { linkIn, startMailSink } from '#testing/mail-sink'
import { freePort, startSite } from '#testing/running-site'

import { expect, PASSWORD, test } from './site.ts'

// A new site, from setup to its first advisor.

test('the first admin names the site and invites an advisor, who comes in', async ({ browser }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lodestar-setup-'))
  await chmod(dataDir, 0o711)
  const mail = await startMailSink()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', PORT: String(port), SMTP_URL: mail.url }
  const server = await startSite({ ...env, LOG_LEVEL: 'error' })
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/admin.ts', 'grace@school.example'],
      { env: { ...process.env, ...env } },
    )
    const [setup = ''] = /http\S+\/setup\/\S+/.exec(stdout) ?? []

    const grace = await (await browser.newContext()).newPage()
    await grace.goto(setup)
    await grace.getByLabel('Name of the site').fill('North Shore School')
    await grace.getByLabel('First name').fill('Grace')
    await grace.getByRole('button', { name: 'Set up the site' }).click()
    await expect(grace.getByText('Last name is required')).toBeVisible()
    await grace.getByLabel('Last name').fill('Hopper')
    await expect(grace.getByLabel('Email')).toHaveValue('grace@school.example')
    await grace.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await grace.getByRole('button', { name: 'Set up the site' }).click()
    await expect(grace).toHaveURL(/\/admin$/)
    await expect(grace.getByRole('banner')).toContainText('North Shore School')

    await grace.goto(`${url}/dashboard`)
    const steps = grace.getByRole('region', { name: 'Set up the site' })
    await expect(steps).toContainText('0 of 7 steps are done')
    await steps.getByRole('button', { name: 'Send it to me' }).click()
    await expect(steps.getByText('Send a test email (done)')).toBeVisible()
    expect((await mail.take('grace@school.example')).subject).toContain('Test email')
    await steps.getByRole('button', { name: 'They have been reviewed' }).click()
    await expect(steps).toContainText('2 of 7 steps are done')

    await steps.getByRole('link', { name: 'Invite the teachers' }).click()
    await expect(grace.getByText('No open invitations')).toBeVisible()
    await grace
      .getByLabel('Email addresses')
      .fill('Sam <sam@school.example>, lee@school.example\ngrace@school.example')
    await grace.getByRole('button', { name: 'Send invitations' }).click()
    await expect(grace.getByRole('heading', { name: 'sam@school.example' })).toBeVisible()
    await expect(grace.getByRole('heading', { name: 'lee@school.example' })).toBeVisible()
    await expect(grace.getByRole('alert')).toContainText(
      'grace@school.example: There is already an account with this address.',
    )
    await expect(grace.getByLabel('Email addresses')).toHaveValue('grace@school.example')
    const first = await mail.take('sam@school.example')
    await grace.getByRole('button', { name: 'Send again to sam@school.example' }).click()
    const second = await mail.take('sam@school.example')

    const sam = await (await browser.newContext()).newPage()
    await sam.goto(linkIn(first, /invitation/))
    await expect(sam.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await sam.goto(linkIn(second, /invitation/))
    await expect(sam.getByText('Grace Hopper invites you as an advisor')).toBeVisible()
    await sam.getByLabel('Last name').fill('Okafor')
    await sam.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await sam.getByRole('button', { name: 'Create account' }).click()
    await expect(sam).toHaveURL(/\/advisor$/)
    await expect(sam.getByRole('heading', { name: 'Work to review' })).toBeVisible()

    await grace.reload()
    await expect(grace.getByRole('heading', { name: 'lee@school.example' })).toBeVisible()
    await expect(grace.getByRole('heading', { name: 'sam@school.example' })).toHaveCount(0)
    await grace.goto(setup.replace('127.0.0.1', 'localhost'))
    await expect(grace.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    expect(new URL(setup).origin).toBe(url)
  } finally {
    await server.stop()
    await mail.stop()
    await rm(dataDir, { recursive: true })
  }
})
