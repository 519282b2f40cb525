import * as z from 'zod/mini'

import { endpoints } from './endpoint.ts'
import { line, properName, text, Timestamp } from './fields.ts'

/** What a guardian can allow. `use` is the account itself; the rest can be given or kept back one by one. */
export const CONSENT_SCOPES = ['use', 'publishing', 'connections_and_messages', 'tutor'] as const

const ConsentParams = z.object({ token: text(200) })
const ConsentRequest = z.object({
  child_first_name: z.string(),
  guardian_email: z.string(),
  scopes: z.array(z.enum(CONSENT_SCOPES)),
  policy_version: z.string(),
  state: z.enum(['asked', 'code_sent', 'confirmed']),
  expires_at: Timestamp,
})

export const ConsentChoice = z.object({
  guardian_name: properName(200, 'Please enter your name'),
  scopes: z
    .array(z.enum(CONSENT_SCOPES))
    .check(
      z.refine<string[]>((scopes) => scopes.includes('use'), 'Without "use" there is no account'),
    ),
})

export const ConsentCode = z.object({
  code: line(20, 'Please enter the code from the second mail'),
})

/** First the choice, then the code: each is a body of its own. */
export const ConsentAnswer = z.union([ConsentChoice, ConsentCode])

const Message = z.object({ message: z.string() })

export const family = endpoints({
  resendConsent: {
    method: 'POST',
    path: '/api/auth/consent/resend',
    summary: 'Send the consent request to the guardian again',
    access: 'session',
    reply: Message,
  },
  showConsent: {
    method: 'GET',
    path: '/api/consent/{token}',
    summary: 'What a guardian is asked to agree to',
    access: 'public',
    params: ConsentParams,
    reply: ConsentRequest,
  },
  giveConsent: {
    method: 'POST',
    path: '/api/consent/{token}',
    summary: 'Agree (scopes and name), then confirm with the mailed code',
    access: 'public',
    params: ConsentParams,
    body: ConsentAnswer,
    reply: z.object({ state: z.enum(['code_sent', 'confirmed']), message: z.string() }),
  },
})
