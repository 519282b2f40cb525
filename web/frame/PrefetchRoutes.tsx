import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

import type { User } from '#contract/auth'
import { mayEnter } from '#web/guards'

const PAUSE_MS = 3000
/** Between two pages, so that a slow phone can answer its user. */
const STEP_MS = 100

/** What somebody has told their browser, where it is one that can be told (Chromium). */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches the scripts of the next pages once the first one rests: they are then there at once, and also without a connection. */
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
