import type { Logger } from 'pino'

import type { Config } from '#platform/config'
import type { Db } from '#platform/database'
import { type Jobs, PermanentFailure } from '#platform/jobs'
import { seal, unseal } from '#platform/sealed'

import { type Email, renderEmail } from './email.ts'

export type { Email } from './email.ts'
export {
  findMailedToken,
  issueMailedToken,
  markMailedTokenUsed,
  revokeMailedTokens,
  revokeTokensMadeBy,
  revokeTokensMailedTo,
} from './mailed-token.ts'

export type Mail = {
  /** Sends an email after the caller's transaction has committed; retries until the server accepts it. */
  send: (db: Db, letter: Email) => Promise<void>
  /** Sends a test email at once, past the queue. Throws what the mail server answers, and an error without a mail server. */
  test: (letter: Email) => Promise<void>
}

/** An email in the queue. Only fields that the database contains anyway are readable. */
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
    test: async (letter) => {
      if (!deliver) throw new Error('No mail server is configured: set SMTP_URL, and restart.')
      await deliver(letter, await renderEmail(letter))
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
    createTransport({
      ...connectionTo(config, url),
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
    }),
  )
  return async (letter: Email, { html, text }: Rendered) => {
    const sender = await transport
    await sender
      .sendMail({
        from: config.MAIL_FROM,
        to: letter.to,
        subject: letter.subject,
        html,
        text,
        ...(letter.appointment ? { icalEvent: attached(letter.appointment) } : {}),
        ...(letter.unsubscribe ? { headers: unsubscribeHeaders(letter.unsubscribe) } : {}),
      })
      .catch((error: unknown) => {
        throw isRefused(error) ? new PermanentFailure(error.message) : error
      })
  }
}

/** The server will never accept this recipient or content (5xx, RFC 5321). A refused sign-in is not about the email. */
const isRefused = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

/** Not `*.localhost`, which some resolvers look up elsewhere. */
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * A production site sends no email unencrypted over a network: emails contain links that open accounts. `smtp://` requires STARTTLS
 * there, unless the mail server is on this machine or SMTP_URL ends with `?tls=off`.
 */
const connectionTo = ({ NODE_ENV }: Config, given: string) => {
  const url = new URL(given)
  const isTlsOff = url.searchParams.get('tls') === 'off'
  url.searchParams.delete('tls')
  const isRemote = url.protocol === 'smtp:' && !THIS_MACHINE.test(url.hostname)
  return { url: url.href, requireTLS: NODE_ENV === 'production' && isRemote && !isTlsOff }
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

/** Deletes tokens that expired, and local mailbox emails that arrived, before a moment. */
export const deleteOldMail = async (
  db: Db,
  before: { tokens: string; mailbox: string },
): Promise<void> => {
  await db.deleteFrom('mailed_tokens').where('expires_at', '<', before.tokens).execute()
  await db.deleteFrom('mailbox').where('created_at', '<', before.mailbox).execute()
}

/** Deletes emails to an address from the local mailbox. */
export const deleteMailTo = (db: Db, address: string) =>
  db.deleteFrom('mailbox').where('recipient', '=', address).execute()
