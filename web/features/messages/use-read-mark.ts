import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { conversationList, messages } from './queries.ts'

/** Marks a conversation as read up to its newest message once it is visible and the page has focus. */
export const useReadMark = (id: string, newest: number, readNumber: number): void => {
  const cache = useQueryClient()
  const reported = useRef(readNumber)
  useEffect(() => {
    const report = async () => {
      const isSeen = document.visibilityState === 'visible' && document.hasFocus()
      if (!isSeen || newest <= reported.current) return
      const before = reported.current
      reported.current = newest
      try {
        await messages.markRead({ params: { id }, body: { up_to: newest } })
        await cache.invalidateQueries({ queryKey: conversationList().queryKey })
      } catch {
        reported.current = before
      }
    }
    void report()
    window.addEventListener('focus', report)
    document.addEventListener('visibilitychange', report)
    return () => {
      window.removeEventListener('focus', report)
      document.removeEventListener('visibilitychange', report)
    }
  }, [cache, id, newest])
}
