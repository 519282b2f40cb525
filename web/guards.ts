import { matchPath } from 'react-router'

import type { User } from '#contract/auth'
import { passesGuard, type Role } from '#rules/membership'

/** Whether a page stays open when its visitor's session has ended, instead of giving way to /login. */
export const isExemptFromLogin = (pathname: string): boolean =>
  PAGES.public.some((pattern) => matchPath(pattern, pathname))

/** Whether an account owes nothing that the guard asks for before any page: consent, a verified address, a second factor. */
export const isReady = ({
  status,
  email_verified,
  second_factor_due,
}: Pick<User, 'status' | 'email_verified' | 'second_factor_due'>): boolean =>
  status === 'active' && email_verified !== false && !second_factor_due

/** The side bar stays away here, so that the hub has the whole width. */
export const hidesSideBar = (pathname: string): boolean => /^\/(quests|badges)/.test(pathname)

/** An area within another one comes first. */
const AREAS = [
  ['/advisor/quests', 'author'],
  ['/advisor', 'advisor'],
  ['/safety', 'advisor'],
  ['/admin', 'admin'],
  ['/parent', 'parent'],
] as const

/** Whether somebody passes the guard of the area that a path lies in. */
export const mayEnter = (
  pathname: string,
  { role, subscription_tier }: { role: Role; subscription_tier: string },
): boolean => {
  const area = AREAS.find(([prefix]) => `${pathname}/`.startsWith(`${prefix}/`))
  return !area || passesGuard(area[1], role, subscription_tier)
}
