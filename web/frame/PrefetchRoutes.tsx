import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

import type { User } from '#contract/auth'
import { mayEnter } from '#web/guards'

const PAUSE_MS = 3000
/** Milliseconds between two pages, so that slow phones stay responsive. */
const STEP_MS = 100

/** The browser's data saver setting (Chromium only). */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Prefetches the scripts of likely next pages once the first page is idle, for speed and offline use. */
export const PrefetchRoutes = ({ user }: { user: User }) => {
  const pages = PAGES.prefetched.filter((page) => mayEnter(page, user))
  const [count, setCount] = useState(0)
  const isDone = count >= pages.length
  useEffect(() => {
    if (isDone || savesData()) return undefined
    const timer = setTimeout(() => setCount(count + 1), count === 0 ? PAUSE_MS : STEP_MS)
    return () => clearTimeout(timer)
  }, [count, isDone])
  return pages.slice(0, count).map((page) => <PrefetchPageLinks key={page} page={page} />)
}
