import { useEffect, useState } from 'react'

import { messageOf } from '#web/api'

import { reviews } from './queries.ts'

/**
 * Claims a submission while its page is open, so that colleagues see who is reading it.
 * Returns the reason if it cannot be claimed.
 */
export const useClaim = (id: string, isWaiting: boolean) => {
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    if (!isWaiting) return undefined
    const claimed = reviews.claimReview({ params: { id } }).then(
      () => true,
      (error: unknown) => {
        setRefusal(messageOf(error))
        return false
      },
    )
    return () => {
      // A claim that cannot be released expires.
      void claimed.then((held) =>
        held ? reviews.releaseReview({ params: { id } }).catch(() => undefined) : undefined,
      )
    }
  }, [id, isWaiting])
  return refusal
}
