import * as z from 'zod/mini'

import { endpoints, get, post, put } from './endpoint.ts'
import { text } from './fields.ts'
import { USUAL_PER_NETWORK } from './limits.ts'

const LetterParams = z.object({ token: text(200) })
/** Email type of an unsubscribe link. */
const LETTERS = ['weekly', 'notifications'] as const
const LetterChoice = z.object({ wanted: z.boolean() })
const WeeklyEmailChoice = z.extend(LetterChoice, { letter: z.enum(LETTERS) })
export type WeeklyEmailChoice = z.output<typeof WeeklyEmailChoice>

/** Calls behind the links at the end of emails. They work without signing in. */
export const weeklyEmails = endpoints({
  showWeeklyEmailChoice: get('/api/letters/{token}', {
    summary:
      'The kind of email an unsubscribe link is for, and whether its recipient is subscribed',
    access: 'public',
    params: LetterParams,
    reply: WeeklyEmailChoice,
  }),
  chooseWeeklyEmails: put('/api/letters/{token}', {
    summary: 'Subscribe to or unsubscribe from a kind of email through a link in one',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    params: LetterParams,
    body: LetterChoice,
    reply: WeeklyEmailChoice,
  }),
  openUnsubscribe: get('/api/letters/{token}/unsubscribe', {
    summary: 'Redirect to the unsubscribe page',
    access: 'public',
    kind: 'download',
    params: LetterParams,
  }),
  /** One-click unsubscribe, sent by mail clients (RFC 8058): a form whose content is ignored. */
  unsubscribe: post('/api/letters/{token}/unsubscribe', {
    summary: 'One-click unsubscribe (RFC 8058)',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    kind: 'download',
    params: LetterParams,
  }),
})
