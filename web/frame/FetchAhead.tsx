import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

import { paths } from '#web/paths'

// Any quest, any badge: it is the page's script that is fetched, not what stands on it.
const PAGES = [
  paths.dashboard,
  paths.quests,
  paths.quest('any'),
  paths.badges,
  paths.badge('any'),
  paths.constellation,
  paths.portfolio,
  paths.credits,
  paths.transcript,
  paths.diploma,
  paths.profile,
]

const PAUSE = 3000

/**
 * Fetches the scripts of the next pages once the first one rests. A page whose script cannot be fetched makes the router
 * reload, and without a connection that ends outside the app; a page that is here can say what is wrong, and offer Retry.
 */
export const FetchAhead = () => {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), PAUSE)
    return () => clearTimeout(timer)
  }, [])
  return rests ? PAGES.map((page) => <PrefetchPageLinks key={page} page={page} />) : null
}
