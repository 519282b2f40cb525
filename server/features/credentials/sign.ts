import { unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'
import { createWorkerThread } from '#platform/thread'

import type { Signed, SigningTask, Unsigned } from './data-integrity.ts'
import type { SigningKey } from './keys.ts'

const onThread = createWorkerThread({ heapMb: 256, seconds: 60 })<SigningTask, Signed>(
  new URL('./data-integrity.ts', import.meta.url),
  'sign',
)

const queue = createQueue({
  concurrency: 1,
  maxWaiting: 200,
  full: () => unavailable('Many records are being signed. Please try again in a moment.'),
})

/** Signs a credential with one of the keys in the issuer's DID document. */
export const signCredential = (
  credential: Unsigned,
  { jwk }: SigningKey,
  at: Date,
): Promise<Signed> => queue(() => onThread({ credential, jwk, at }))
