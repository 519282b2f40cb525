import type { Verification } from '#contract/credentials'
import { statusOf } from '#web/api'

import { credentials } from './queries.ts'

/** Input to verify: pasted text, or a file. */
export type Submission = { text: string } | { file: File }

/** The server's limit; larger files are not uploaded. */
const MAX_BYTES = 1024 * 1024

const TOO_LARGE: Verification = {
  verdict: 'too_large',
  message: 'This is too large to be one of our records, which are at most 1 MB.',
  details: null,
  checks: [{ name: 'form', passed: false, words: 'It is too large.' }],
}

const sizeOf = (brought: Submission) =>
  'file' in brought ? brought.file.size : new Blob([brought.text]).size

/** Returns the verification result; throws ApiError if none is available. */
export const verify = async (brought: Submission): Promise<Verification> => {
  if (sizeOf(brought) > MAX_BYTES) return TOO_LARGE
  try {
    return await send(brought)
  } catch (error) {
    if (statusOf(error) === 413) return TOO_LARGE
    throw error
  }
}

const send = (brought: Submission): Promise<Verification> => {
  if ('text' in brought) return credentials.verifyCredential({ body: { credential: brought.text } })
  const form = new FormData()
  form.set('file', brought.file)
  return credentials.verifyCredential({ form })
}
