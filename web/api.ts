import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import { isExemptFromLogin, paths } from './paths.ts'
import { createSession } from './session.ts'
import type { Transport } from './transport.ts'

export { ApiError, messageOf, statusOf } from './api-error.ts'

export const session = createSession(() => window.localStorage)

/** The API's address, set once when the app is built; '' is the page's own origin. */
const API_BASE = import.meta.env.VITE_API_BASE ?? ''

const csrfToken = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ||
  /(?:^|; )csrf_token=([^;]+)/.exec(document.cookie)?.[1]

/** What else must be forgotten when a session ends by itself; set by what keeps it. */
export const sessionLost = new EventTarget()

const loadTransport = async () =>
  (await import('./transport.ts')).createTransport({
    base: API_BASE,
    session,
    csrfToken,
    onSessionLost: () => {
      sessionLost.dispatchEvent(new Event('lost'))
      if (!isExemptFromLogin(window.location.pathname)) window.location.assign(paths.login)
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
