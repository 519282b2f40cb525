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

/** A server that signs people in at once may hand over the tokens of login, or only set its cookies. */
type Tokens = { app_access_token?: string; app_refresh_token?: string }
const tokensIn = (reply: Tokens & { message: string }) =>
  reply.app_access_token && reply.app_refresh_token
    ? { tokens: { access: reply.app_access_token, refresh: reply.app_refresh_token } }
    : {}

// For children whose guardian has to agree, and for everyone else: what is not asked for (COPPA).
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

/** The form without what was typed into fields that the birthday has hidden since. */
export const visibleFields = <Form extends object>(form: Form, under13: boolean): Form => {
  const hidden = under13 ? NOT_FOR_CHILDREN : FOR_CHILDREN_ALONE
  return Object.fromEntries(Object.entries(form).filter(([name]) => !hidden.includes(name))) as Form
}

/** Creates an account. Retried up to five times when the service is away or does not answer, with one idempotency key. */
export const useRegister = () => {
  const begin = useStartSession()
  return async (body: Input, { idempotencyKey, onRetry }: RegisterOptions) => {
    const reply = await retry(() => auth.register({ body }, { idempotencyKey }), {
      attempts: 6,
      base: 3000,
      // Not once somebody has signed in in another tab.
      shouldRetry: (error) => !session.hasSession() && [0, 503].includes(statusOf(error) ?? -1),
      statusOf,
      onRetry,
    })
    if (reply.session.authenticated) begin({ user: reply.user, ...tokensIn(reply) })
    return reply
  }
}
