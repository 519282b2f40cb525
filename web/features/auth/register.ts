import type * as z from 'zod/mini'

import type { Registration } from '#contract/auth'
import { statusOf, retry } from '#web/api'
import type { useAppForm } from '#web/form'
import { session } from '#web/session'

import { auth, useStartSession } from './auth.ts'

type Input = z.input<typeof Registration>

export type RegisterField = ReturnType<typeof useAppForm<Input, unknown>>['field']

type RegisterOptions = {
  idempotencyKey: string
  onRetry: (attempt: number, attempts: number) => void
}

/** A server that signs people in immediately may return the tokens of login, or only set its cookies. */
type Tokens = { app_access_token?: string; app_refresh_token?: string }
const tokensIn = (reply: Tokens & { message: string }) =>
  reply.app_access_token && reply.app_refresh_token
    ? { tokens: { access: reply.app_access_token, refresh: reply.app_refresh_token } }
    : {}

// Fields omitted for children whose guardian must consent (COPPA), and for everyone else.
const NOT_FOR_CHILDREN = [
  'phone_number',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'interests',
]
const FOR_CHILDREN_ALONE = ['parent_email']

/** Drops input from fields that the birthday has hidden since. */
export const visibleFields = <Form extends object>(form: Form, under13: boolean): Form => {
  const hidden = under13 ? NOT_FOR_CHILDREN : FOR_CHILDREN_ALONE
  return Object.fromEntries(Object.entries(form).filter(([name]) => !hidden.includes(name))) as Form
}

/** Creates an account. Makes up to five attempts with one idempotency key if the service is unavailable or does not respond. */
export const useRegister = () => {
  const begin = useStartSession()
  return async (body: Input, { idempotencyKey, onRetry }: RegisterOptions) => {
    const reply = await retry(() => auth.register({ body }, { idempotencyKey }), {
      attempts: 6,
      base: 3000,
      // Not if someone has signed in in another tab.
      shouldRetry: (error) => !session.hasSession() && [0, 503].includes(statusOf(error) ?? -1),
      statusOf,
      onRetry,
    })
    if (reply.session.authenticated) begin({ user: reply.user, ...tokensIn(reply) })
    return reply
  }
}
