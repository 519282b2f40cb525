import { LRUCache } from 'lru-cache'

import type { Parts } from '#platform/http'

import { findSettings } from './settings.ts'

const FRESH_MS = 1000

/**
 * Offers for the HTML of public pages, read at most once a second; `support` stands for a support address. Once read,
 * pages no longer wait for the database: while it is slow or down, they are sent with what was read last.
 */
export const recentOffers = (parts: Pick<Parts, 'db' | 'config'>): (() => Promise<string[]>) => {
  const cache = new LRUCache<'offers', string[]>({
    max: 1,
    ttl: FRESH_MS,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () => {
      const { offers, support_email } = await findSettings(parts)
      return support_email ? [...offers, 'support'] : offers
    },
  })
  return async () => (await cache.fetch('offers').catch(() => undefined)) ?? []
}
