import { useState } from 'react'

import { auth as table } from '#contract/auth'
import { useAppForm } from '#web/form'

import { auth } from './auth.ts'

/** Form with one email address that receives a message. The response is the same for unknown addresses. */
export const useEmailForm = (call: 'forgotPassword' | 'resendVerification') => {
  const [sentTo, setSentTo] = useState<string>()
  const form = useAppForm({
    schema: table[call].body,
    labels: { email: 'Email' },
    save: async (body) => {
      await auth[call]({ body })
      setSentTo(body.email)
    },
    failed: 'The message could not be sent. Please try again.',
  })
  return { ...form, sentTo }
}
