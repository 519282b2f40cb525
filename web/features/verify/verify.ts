import type { Verification } from '#contract/credentials'

import { credentials } from './queries.ts'

/** What somebody brings: pasted text, or a file. */
export type Brought = { text: string } | { file: File }

/** What can be said about it; throws ApiError when nothing can. */
export const verify = (brought: Brought): Promise<Verification> => {
  if ('text' in brought) return credentials.verifyCredential({ body: { credential: brought.text } })
  const form = new FormData()
  form.set('file', brought.file)
  return credentials.verifyCredential({ form })
}
