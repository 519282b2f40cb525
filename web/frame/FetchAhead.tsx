import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

import type { User } from '#contract/auth'
import { mayEnter, paths } from '#web/paths'

// Where the navigation leads, and one step further. Any quest, any badge: it is the page's script that is fetched, not what stands on it.
const PAGES = [
  paths.dashboard,
  paths.quests,
  paths.quest('any'),
  paths.badges,
  paths.badge('any'),
  paths.constellation,
  paths.plan(),
  paths.portfolio,
  paths.credits,
  paths.transcript,
  paths.diploma,
  paths.profile,
  paths.calendar,
  paths.communication,
  paths.tutor,
  paths.connections,
  paths.notifications,
  paths.parentDashboard,
  paths.child('any'),
  paths.advisor,
  paths.review('any'),
  paths.caseload,
  paths.advisedLearner('any'),
  paths.admin,
]

const PAUSE_MS = 3000

/** What somebody has told their browser, where it is one that can be told (Chromium). */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches the scripts of the next pages once the first one rests: they are then there at once, and also without a connection. */
export const FetchAhead = ({ user }: { user: User }) => {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRests(!savesData()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [])
  const pages = rests ? PAGES.filter((page) => mayEnter(page, user)) : []
  return pages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}
