import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type RecordedRequest = { path: string; form: Record<string, string> }
type Checkout = {
  id: string
  url: string
  status: 'open' | 'complete' | 'expired'
  form: Record<string, string>
  subscriptionId?: string
}
type Subscription = {
  id: string
  metadata: Record<string, string>
  price: string
  status: string
  cancel_at?: number
}

export type PaymentServer = {
  /** For STRIPE_API_BASE. */
  url: string
  webhookSecret: string
  /** Received requests, oldest first. */
  asked: RecordedRequest[]
  /** Current state of the subscriptions. */
  subscriptions: Map<string, Subscription>
  /** Answers every request with an error. */
  isDown: boolean
  /** Simulates a payment at a Checkout URL, and returns the resulting subscription. @throws for one that has expired */
  pay: (checkoutUrl: string) => Subscription
  /** The id of the checkout that led to a subscription. */
  checkoutOf: (subscriptionId: string) => string | undefined
  /** Runs before each response, to simulate a slow network that changes the order of arrival. */
  beforeAnswer: (path: string) => Promise<void>
  stop: () => Promise<void>
}

/** A real HTTP server that implements the parts of Stripe's protocol used by the site. */
export const startPaymentServer = async (): Promise<PaymentServer> => {
  const checkouts = new Map<string, Checkout>()
  const shown = ({ id, status, url }: Checkout) => ({ id, object: 'checkout.session', status, url })

  const answerTo = (path: string, form: Record<string, string>): object | undefined => {
    const id = randomUUID()
    if (path === '/v1/customers') return { id: `cus_${id}`, object: 'customer' }
    if (path === '/v1/checkout/sessions') {
      const url = `https://checkout.example/${id}`
      const checkout: Checkout = { id: `cs_${id}`, url, status: 'open', form }
      checkouts.set(url, checkout)
      return shown(checkout)
    }
    const checkout = checkouts.values().find((each) => path.includes(each.id))
    if (checkout && path.endsWith('/expire')) {
      if (checkout.status !== 'open') return undefined
      checkout.status = 'expired'
    }
    if (checkout) return shown(checkout)
    if (path === '/v1/billing_portal/sessions') {
      return {
        id,
        object: 'billing_portal.session',
        url: `https://portal.example/${form.customer}`,
      }
    }
    const found = self.subscriptions.get(path.replace('/v1/subscriptions/', ''))
    return (
      found && {
        id: found.id,
        object: 'subscription',
        metadata: found.metadata,
        status: found.status,
        cancel_at: found.cancel_at ?? null,
        items: { object: 'list', data: [{ price: { id: found.price, object: 'price' } }] },
      }
    )
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    self.asked.push({ path, form })
    const answer = self.isDown ? undefined : answerTo(path, form)
    await self.beforeAnswer(path)
    response.writeHead(answer ? 200 : self.isDown ? 503 : 404, {
      'content-type': 'application/json',
    })
    const missing = {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: '' },
    }
    response.end(JSON.stringify(answer ?? missing))
  }

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: PaymentServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookSecret: 'whsec_only_the_tests_use_this',
    asked: [],
    subscriptions: new Map(),
    isDown: false,
    checkoutOf: (id) => checkouts.values().find((each) => each.subscriptionId === id)?.id,
    beforeAnswer: async () => {},
    pay: (url) => {
      const checkout = checkouts.get(url)!
      if (checkout.status !== 'open') throw new Error(`This checkout is ${checkout.status}.`)
      const { form } = checkout
      const made: Subscription = {
        id: `sub_${randomUUID()}`,
        metadata: {
          learner_id: form['subscription_data[metadata][learner_id]']!,
          payer_id: form['subscription_data[metadata][payer_id]']!,
        },
        price: form['line_items[0][price]']!,
        status: 'active',
      }
      Object.assign(checkout, { status: 'complete', subscriptionId: made.id })
      self.subscriptions.set(made.id, made)
      return made
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}

/** Stripe's webhook signature header: https://docs.stripe.com/webhooks#verify-manually */
export const signEvent = (body: string, secret: string, at: Date): string => {
  const time = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
