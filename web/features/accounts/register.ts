import type * as z from 'zod/mini'

import type { Registration } from '#contract/accounts'
import { statusOf } from '#web/api'
import type { useAppForm } from '#web/form'
import { retry } from '#web/retry'

import { accounts, useKeepUser } from './auth.ts'

type Input = z.input<typeof Registration>

export type RegisterField = ReturnType<typeof useAppForm<Input, unknown>>['field']

type RegisterOptions = {
  idempotencyKey: string
  onRetry: (attempt: number, attempts: number) => void
}

/** Creates an account: five tries when the service is away or does not answer, with one key for all of them. */
export const useRegister = () => {
  const keepUser = useKeepUser()
  return async (body: Input, { idempotencyKey, onRetry }: RegisterOptions) => {
    const reply = await retry(() => accounts.register({ body }, { idempotencyKey }), {
      attempts: 5,
      base: 3000,
      shouldRetry: (error) => statusOf(error) === 503 || statusOf(error) === 0,
      statusOf,
      onRetry,
    })
    if (reply.session.authenticated) keepUser(reply.user)
    return reply
  }
}
