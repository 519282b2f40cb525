import { matchPath } from 'react-router'

import type { User } from '#contract/auth'
import { passesGuard, type Role } from '#rules/membership'

/** True if a page stays open after its session has ended, instead of redirecting to /login. */
export const isExemptFromLogin = (pathname: string): boolean =>
  PAGES.public.some((pattern) => matchPath(pattern, pathname))

/** True if an account meets the guard's requirements for all pages: consent, a verified address, a second factor. */
export const isReady = ({
  status,
  email_verified,
  second_factor_due,
}: Pick<User, 'status' | 'email_verified' | 'second_factor_due'>): boolean =>
  status === 'active' && email_verified !== false && !second_factor_due

/** Hides the side bar, so that the hub has the full width. */
export const hidesSideBar = (pathname: string): boolean => /^\/(quests|badges)/.test(pathname)

/** Nested areas come first. */
const AREAS = [
  ['/advisor/quests', 'author'],
  ['/advisor', 'advisor'],
  ['/safety', 'advisor'],
  ['/admin', 'admin'],
  ['/parent', 'parent'],
] as const

/** True if the user passes the guard of the path's area. */
export const mayEnter = (
  pathname: string,
  { role, subscription_tier }: { role: Role; subscription_tier: string },
): boolean => {
  const area = AREAS.find(([prefix]) => `${pathname}/`.startsWith(`${prefix}/`))
  return !area || passesGuard(area[1], role, subscription_tier)
}
