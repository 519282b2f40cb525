import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailSink = {
  /** For SMTP_URL. */
  url: string
  /** All that was delivered so far, oldest first. */
  mails: Email[]
  /** The next mail to an address that was not asked for before; waits until it arrives. */
  mailTo: (address: string) => Promise<Email>
  close: () => Promise<void>
}

const finished = callbackify((work: Promise<void>) => work)

const TIMEOUT_MS = 10_000

/** A mail server that takes every mail and keeps it. */
export const openMailSink = async (): Promise<MailSink> => {
  const mails: Email[] = []
  const asked = new Set<Email>()
  const arrival = new EventTarget()
  const keep = async (stream: Readable) => {
    mails.push(await PostalMime.parse(await buffer(stream)))
    arrival.dispatchEvent(new Event('mail'))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // The app keeps its connections open.
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      finished(keep(stream), done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const unread = (address: string) =>
    mails.find((mail) => !asked.has(mail) && mail.to?.some((to) => to.address === address))

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo: async (address) => {
      const timeout = AbortSignal.timeout(TIMEOUT_MS)
      for (;;) {
        const mail = unread(address)
        if (mail) {
          asked.add(mail)
          return mail
        }
        await once(arrival, 'mail', { signal: timeout }).catch(() => {
          throw new Error(`No mail to ${address} arrived.`)
        })
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The path and query of the link that a mail is about, which must lead to the site. */
export const linkIn = (mail: Email, publicUrl: string): string => {
  const [link] = mail.text?.match(/https?:\/\/\S+/) ?? []
  if (!link?.startsWith(publicUrl)) throw new Error(`No link to ${publicUrl} in: ${mail.text}`)
  return link.slice(publicUrl.length)
}
