import type { Tables } from '#contract/tables'
import { resetApp, session } from '#web/session'

import { API_BASE } from './base.ts'
import { type Client, createClient } from './client.ts'
import { ApiError } from './error.ts'
import type { Transport } from './transport.ts'

const csrfToken = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ||
  /(?:^|; )csrf_token=([^;]+)/.exec(document.cookie)?.[1]

const loadTransport = async () =>
  (await import('./transport.ts')).createTransport({
    base: API_BASE,
    session,
    csrfToken,
    onSessionOver: () => {
      // Without a previous session, the page holds no personal data.
      if (session.hasOwner()) resetApp()
    },
  })
let loading: ReturnType<typeof loadTransport> | undefined

/** Loaded with the first call: nothing on the initial page waits for one. */
const transport: Transport = async (...call) => {
  loading ??= loadTransport()
  const send = await loading.catch(() => {
    loading = undefined
    throw new ApiError({ status: 0 })
  })
  return send(...call)
}

const createCalls = createClient(transport)

/** Typed calls of a feature's endpoint table: `client('auth').login({ body })`. The first call loads the tables. */
export const client = <Feature extends keyof Tables>(feature: Feature): Client<Tables[Feature]> =>
  createCalls(feature, async () => (await import('#contract/tables')).TABLES[feature])
