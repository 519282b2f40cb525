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
export const letters = endpoints({
  showLetterChoice: get('/api/letters/{token}', {
    summary: 'Which kind of email a link belongs to, and whether its owner gets it',
    access: 'public',
    params: LetterParams,
    reply: WeeklyEmailChoice,
  }),
  chooseLetters: put('/api/letters/{token}', {
    summary: 'Choose by a link in an email whether to get more of them',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    params: LetterParams,
    body: LetterChoice,
    reply: WeeklyEmailChoice,
  }),
  openUnsubscribe: get('/api/letters/{token}/unsubscribe', {
    summary: 'Leads a person to the page that asks',
    access: 'public',
    kind: 'download',
    params: LetterParams,
  }),
  /** One-click unsubscribe, sent by mail clients (RFC 8058): a form whose content is ignored. */
  unsubscribe: post('/api/letters/{token}/unsubscribe', {
    summary: 'End a kind of letter in one click (RFC 8058)',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    kind: 'download',
    params: LetterParams,
  }),
})
