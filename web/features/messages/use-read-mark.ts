import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { conversationList, messages } from './queries.ts'

/** Marks a conversation as read up to its newest message once it is visible and the page has focus. */
export const useReadMark = (id: string, newest: number, readNumber: number): void => {
  const cache = useQueryClient()
  const told = useRef(readNumber)
  useEffect(() => {
    const tell = async () => {
      const isSeen = document.visibilityState === 'visible' && document.hasFocus()
      if (!isSeen || newest <= told.current) return
      const before = told.current
      told.current = newest
      try {
        await messages.markRead({ params: { id }, body: { up_to: newest } })
        await cache.invalidateQueries({ queryKey: conversationList().queryKey })
      } catch {
        told.current = before
      }
    }
    void tell()
    window.addEventListener('focus', tell)
    document.addEventListener('visibilitychange', tell)
    return () => {
      window.removeEventListener('focus', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [cache, id, newest])
}
