import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailSink = {
  /** For SMTP_URL. */
  url: string
  letters: Email[]
  /** Waits for an email to an address, removes and returns it, newest first. The timeout is ample for a busy machine. */
  take: (to: string, subject?: RegExp) => Promise<Email>
  stop: () => Promise<void>
}

const finished = callbackify((work: Promise<void>) => work)

const PATIENCE_MS = 45_000

/**
 * A real SMTP server that stores received emails.
 * @param earlier a stopped one, whose port and emails this one takes over
 * @param refused address that it refuses for good (550)
 */
export const startMailSink = async (earlier?: MailSink, refused?: string): Promise<MailSink> => {
  const letters = earlier?.letters ?? []
  const save = async (stream: Readable) => {
    letters.push(await PostalMime.parse(await buffer(stream)))
  }
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    // The app keeps its connections open.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === refused
          ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, _session, done) => finished(save(stream), done),
  })
  server.listen(Number(earlier ? new URL(earlier.url).port : 0), '127.0.0.1')
  server.on('error', () => {}) // the sender may have been killed
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const take = async (to: string, subject = /./): Promise<Email> => {
    const end = Date.now() + PATIENCE_MS
    while (Date.now() < end) {
      const at = letters.findLastIndex(
        (letter) =>
          letter.to?.some(({ address }) => address === to) && subject.test(letter.subject ?? ''),
      )
      const [letter] = at < 0 ? [] : letters.splice(at, 1)
      if (letter) return letter
      await sleep(50)
    }
    throw new Error(`No letter to ${to} about ${subject}`)
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    take,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Options for an app whose emails arrive: runs jobs, with connections beside that of the requests. */
export const mailingTo = ({ url }: MailSink) => ({
  work: true,
  poolSize: 3,
  env: { SMTP_URL: url },
})

/** First matching link of an email. */
export const linkIn = (letter: Pick<Email, 'text'>, path: RegExp): string => {
  const link = letter.text?.match(/https?:\/\/\S+/g)?.find((address) => path.test(address))
  if (!link) throw new Error(`No link to ${path} in: ${letter.text}`)
  return link
}

/** Token of an emailed link, from its query or the last segment of its path. */
export const tokenIn = (link: string): string => {
  const { pathname, searchParams } = new URL(link)
  return searchParams.get('token') ?? pathname.split('/').at(-1) ?? ''
}
