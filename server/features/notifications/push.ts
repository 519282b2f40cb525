import { ECDH } from 'node:crypto'
import { lookup, type LookupAddress } from 'node:dns'
import { request, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'
import webPush from 'web-push'

import { paths } from '#contract/paths'

import { pushKeys } from './push-keys.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/**
 * Every push says the same. What it is about is read after opening the site, by whoever is signed in there. Browsers that know
 * Declarative Web Push show it without a worker; for the others the worker does (web/service-worker).
 */
const contentFor = (publicUrl: string) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'You have a new notification',
      navigate: `${publicUrl}${paths.notifications}`,
    },
  })

/** A push service holds it so long for a device that is off. */
const TTL_SECONDS = 24 * 3600
const TIMEOUT_MS = 10_000

/** Addresses of push services come from people: nothing but hosts of the public internet is ever connected to. */
const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

class NotPublic extends Error {}

/** Resolves a name, and refuses it where any of its addresses is not public: what was looked at is what is connected to. */
const lookupPublic: NonNullable<RequestOptions['lookup']> = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? new NotPublic(hostname), '', 4)
    if (!addresses.every(({ address }) => isPublic(address))) {
      return done(new NotPublic(hostname), '', 4)
    }
    return options.all
      ? (done as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
      : done(null, first.address, first.family)
  })
}

/** Whether an address can belong to a push service: HTTPS at the usual port, with a name or an address of the public internet. */
export const isPushAddress = (endpoint: string): boolean => {
  const { protocol, hostname, port, username } = new URL(endpoint)
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    protocol === 'https:' && port === '' && username === '' && (isIP(host) === 0 || isPublic(host))
  )
}

/** Whether a browser's public key is one: a point of the curve P-256. */
export const isPushKey = (p256dh: string): boolean => {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/**
 * Tells a device that there is something new.
 * @param site its address and secret, and whom a push service can write to about these messages (VAPID's subject)
 * @param connection how to connect; only tests, whose push service is on this machine, say otherwise
 * @returns `gone` where nobody listens at that address any more
 * @throws where it may work later
 */
export const sendPush = async (
  { endpoint, p256dh, auth }: PushTarget,
  site: { secret: Uint8Array; publicUrl: string; subject: string },
  connection: Pick<RequestOptions, 'lookup' | 'ca'> = { lookup: lookupPublic },
): Promise<'sent' | 'gone'> => {
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    contentFor(site.publicUrl),
    {
      TTL: TTL_SECONDS,
      topic: 'notification',
      vapidDetails: { subject: site.subject, ...pushKeys(site.secret) },
    },
  )
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(
      endpoint,
      { ...connection, method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (response) => {
        resolve(response.statusCode ?? 0)
        // What else it says is not read: it may be endless.
        response.destroy()
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
  if (status >= 200 && status < 300) return 'sent'
  // Not found, gone, or subscribed with another key.
  if ([401, 403, 404, 410].includes(status)) return 'gone'
  throw new Error(`The push service answers ${status}.`)
}
