import * as z from 'zod/mini'

import { endpoints } from './endpoint.ts'
import { text } from './fields.ts'

const LetterParams = z.object({ token: text(200) })
const LetterChoice = z.object({ weekly_letter: z.boolean() })

/** What the links at the end of letters lead to. They work without signing in. */
export const letters = endpoints({
  showLetterChoice: {
    method: 'GET',
    path: '/api/letters/{token}',
    summary: 'Whether the owner of a link in a letter gets the weekly letter',
    access: 'public',
    params: LetterParams,
    reply: LetterChoice,
  },
  chooseLetters: {
    method: 'PUT',
    path: '/api/letters/{token}',
    summary: 'Choose by a link in a letter whether to get the weekly letter',
    access: 'public',
    params: LetterParams,
    body: LetterChoice,
    reply: LetterChoice,
  },
  openUnsubscribe: {
    method: 'GET',
    path: '/api/letters/{token}/unsubscribe',
    summary: 'Leads a person to the page that asks',
    access: 'public',
    kind: 'download',
    params: LetterParams,
  },
  /** What a mail program sends by itself (RFC 8058): a form, in which nothing is read. */
  unsubscribe: {
    method: 'POST',
    path: '/api/letters/{token}/unsubscribe',
    summary: 'End the weekly letter in one click (RFC 8058)',
    access: 'public',
    kind: 'download',
    params: LetterParams,
  },
})
