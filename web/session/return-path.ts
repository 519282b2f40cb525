import type { Path } from 'react-router'

import { paths } from '#contract/paths'

const KEY = 'return-path'

const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** Navigation state for the sign-in page, so that signing in leads back to `location`. */
export const returnTo = ({ pathname, search, hash }: Path) => ({
  from: `${pathname}${search}${hash}`,
})

/** Where signing in leads: the page that asked for it, else the dashboard. Only paths of this site count. */
export const returnPath = (state: unknown): string => {
  const { from } = (state ?? {}) as { from?: unknown }
  return isOwnPath(from) ? from : paths.dashboard
}

/** Keeps the path in this tab while the school's provider has the browser. */
export const saveReturnPath = (path: string): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Refused (private mode): signing in then leads to the dashboard.
  }
}

export const consumeReturnPath = (): string => {
  try {
    const from = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return returnPath({ from })
  } catch {
    return paths.dashboard
  }
}
