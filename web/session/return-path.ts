import type { Path } from 'react-router'

import { paths } from '#contract/paths'

const KEY = 'return-path'

const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** Navigation state for the sign-in page, which returns to `location`. */
export const returnTo = ({ pathname, search, hash }: Path) => ({
  from: `${pathname}${search}${hash}`,
})

/** Path after sign-in: the requesting page, or else the dashboard. Accepts only paths of this site. */
export const returnPath = (state: unknown): string => {
  const { from } = (state ?? {}) as { from?: unknown }
  return isOwnPath(from) ? from : paths.dashboard
}

/** Saves the path in this tab during the visit to the school's provider. */
export const saveReturnPath = (path: string): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Storage refused (private mode): sign-in then returns to the dashboard.
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
