import type { Logger } from 'pino'

import type { Config } from '#platform/config'
import type { Db } from '#platform/database'
import type { Jobs } from '#platform/jobs'

import type { Letter } from './letter.ts'
import { renderLetter } from './letter.ts'

export type { Letter } from './letter.ts'

export type Mail = {
  /** Sends a letter once the caller's transaction has committed, and never before; retried until the server takes it. */
  send: (db: Db, letter: Letter) => Promise<void>
}

/**
 * Mail over SMTP_URL. Without it, letters go to the local mailbox (the table `mailbox`), which the site shows outside
 * of production.
 */
export const createMail = (config: Config, db: Db, jobs: Jobs, log: Logger): Mail => {
  const deliver = config.SMTP_URL ? overSmtp(config, config.SMTP_URL) : intoMailbox(db)
  jobs.work<Letter>('mail', async (letter) => {
    await deliver(letter, await renderLetter(letter))
    log.info({ subject: letter.subject }, 'mail sent')
  })
  return { send: (db, letter) => jobs.enqueue(db, 'mail', letter) }
}

type Rendered = Awaited<ReturnType<typeof renderLetter>>

const overSmtp = (config: Config, url: string) => {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 10_000 }),
  )
  return async (letter: Letter, { html, text }: Rendered) => {
    await (
      await transport
    ).sendMail({
      from: config.MAIL_FROM,
      to: letter.to,
      subject: letter.subject,
      html,
      text,
    })
  }
}

const intoMailbox =
  (db: Db) =>
  async (letter: Letter, { html, text }: Rendered) => {
    await db
      .insertInto('mailbox')
      .values({ recipient: letter.to, subject: letter.subject, html, body: text })
      .execute()
  }
