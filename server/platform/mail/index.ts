import type { Logger } from 'pino'

import type { Config } from '#platform/config'
import type { Db } from '#platform/database'
import type { Jobs } from '#platform/jobs'
import { seal, unseal } from '#platform/sealed'

import { type Email, renderEmail } from './email.ts'

export type { Email } from './email.ts'
export {
  findMailedToken,
  issueMailedToken,
  markMailedTokenUsed,
  revokeMailedTokens,
} from './mailed-token.ts'

export type Mail = {
  /** Sends a letter once the caller's transaction has committed, and never before; retried until the server takes it. */
  send: (db: Db, letter: Email) => Promise<void>
}

/** How a letter waits in the queue. Only what the database knows anyway can be read. */
type Queued = Pick<Email, 'to' | 'about'> & { sealed: string }

/**
 * Sends email through SMTP_URL. Without it, emails of a local site go to the local mailbox (the table `mailbox`), and those of
 * any other site wait in the queue until a mail server is configured.
 */
export const createMail = (
  config: Config,
  secret: Uint8Array,
  db: Db,
  jobs: Jobs,
  log: Logger,
): Mail => {
  const deliver = wayOut(config, db)
  if (deliver) {
    jobs.work<Queued>('mail', async (queued) => {
      const letter = await unseal<Email>(secret, 'mail', queued.sealed)
      if (!letter) throw new Error('The letter was sealed with another secret.')
      await deliver(letter, await renderEmail(letter))
      log.info('mail sent')
    })
  } else {
    jobs.accept('mail')
  }
  return {
    send: async (db, letter) => {
      const { to, about } = letter
      // Encrypted, because emails contain links and codes that open accounts: a copy of the database must not reveal them.
      const sealed = await seal(secret, 'mail', letter)
      await jobs.enqueue(db, 'mail', { to, about, sealed } satisfies Queued)
    },
  }
}

const wayOut = (config: Config, db: Db) => {
  if (config.SMTP_URL) return overSmtp(config, config.SMTP_URL)
  return config.isLocal ? intoMailbox(db) : undefined
}

type Rendered = Awaited<ReturnType<typeof renderEmail>>

const overSmtp = (config: Config, url: string) => {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 10_000 }),
  )
  return async (letter: Email, { html, text }: Rendered) => {
    await (
      await transport
    ).sendMail({
      from: config.MAIL_FROM,
      to: letter.to,
      subject: letter.subject,
      html,
      text,
      ...(letter.appointment ? { icalEvent: attached(letter.appointment) } : {}),
      ...(letter.unsubscribe ? { headers: unsubscribeHeaders(letter.unsubscribe) } : {}),
    })
  }
}

const attached = ({ method, ics }: NonNullable<Email['appointment']>) => ({
  method,
  content: ics,
  filename: method === 'CANCEL' ? 'cancelled.ics' : 'appointment.ics',
})

const unsubscribeHeaders = ({ oneClick }: NonNullable<Email['unsubscribe']>) => ({
  'List-Unsubscribe': `<${oneClick}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const intoMailbox =
  (db: Db) =>
  async (letter: Email, { html, text }: Rendered) => {
    await db
      .insertInto('mailbox')
      .values({ recipient: letter.to, subject: letter.subject, html, body: text })
      .execute()
  }

/** Deletes tokens that expired, and letters that came into the local mailbox, before a moment. */
export const deleteOldMail = async (
  db: Db,
  before: { tokens: string; mailbox: string },
): Promise<void> => {
  await db.deleteFrom('mailed_tokens').where('expires_at', '<', before.tokens).execute()
  await db.deleteFrom('mailbox').where('created_at', '<', before.mailbox).execute()
}

/** Deletes the letters to an address from the local mailbox. */
export const deleteMailTo = (db: Db, address: string) =>
  db.deleteFrom('mailbox').where('recipient', '=', address).execute()
