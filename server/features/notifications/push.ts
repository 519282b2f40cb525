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
 * All pushes have the same text; details require opening the site and signing in. Browsers with Declarative Web Push show it
 * without a worker; in others the worker does (web/service-worker).
 */
const contentFor = (publicUrl: string) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'You have a new notification',
      navigate: `${publicUrl}${paths.notifications}`,
    },
  })

/** Push services store it this long for an offline device. */
const TTL_SECONDS = 24 * 3600
const TIMEOUT_MS = 10_000

/** Clients supply the URLs of push services, so only public internet hosts are ever contacted. */
const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

class NotPublic extends Error {}

/**
 * Resolves a name and refuses it if any address is not public. The connection uses the checked address, which prevents DNS
 * rebinding.
 */
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

/** Returns true if the URL may be a push service's: HTTPS on the default port, with a name or a public address. */
export const isPushAddress = (endpoint: string): boolean => {
  const { protocol, hostname, port, username } = new URL(endpoint)
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    protocol === 'https:' && port === '' && username === '' && (isIP(host) === 0 || isPublic(host))
  )
}

/** Returns true if a browser's public key is valid: a point on the curve P-256. */
export const isPushKey = (p256dh: string): boolean => {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/**
 * Sends a push message to a device.
 * @param site its URL and secret, and a contact for push services (VAPID's subject)
 * @param connection overridden only by tests, whose push service is local
 * @returns `gone` if the subscription no longer exists
 * @throws on errors that may be temporary
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
        // The response body is not read: it may be endless.
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
