import { resetApp, session } from '#web/session'

import { API_BASE } from './base.ts'
import { createClient } from './client.ts'
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
      // Where nobody was known yet, the page holds nothing of anybody.
      if (session.hasOwner()) resetApp()
    },
  })
let loading: ReturnType<typeof loadTransport> | undefined

/** Comes with the first call: nothing that a page shows at first waits for one. */
const transport: Transport = async (...call) => {
  loading ??= loadTransport()
  const send = await loading.catch(() => {
    loading = undefined
    throw new ApiError({ status: 0 })
  })
  return send(...call)
}

export const client = createClient(transport)
