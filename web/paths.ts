import { paths } from '#contract/paths'
import { passesGuard, type Role } from '#rules/membership'

/** Pages whose HTML is made at build time, so that they can be read before any script runs. */
export const PRERENDERED = [
  paths.home,
  paths.promo,
  paths.consultation,
  paths.demo,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.terms,
  paths.privacy,
  paths.academyAgreement,
  paths.academyHandbook,
  paths.subscriptionSuccess,
  paths.verify,
]

const EXEMPT = new Set<string>([
  // What is prerendered is for everyone.
  ...PRERENDERED,
  paths.emailVerification,
  paths.resetPassword,
  paths.mailbox,
  paths.schoolReturn,
])
const EXEMPT_PREFIXES = [
  '/public/diploma/',
  '/portfolio/',
  '/transcript/shared/',
  '/consent/',
  '/letters/',
  '/withdraw-consent/',
  '/setup/',
  '/invitation/',
  '/guardian-invitation/',
  '/consultation/',
  '/verify',
]

/** True where a visitor whose session has ended is left in peace instead of being sent to /login. */
export const isExemptFromLogin = (pathname: string): boolean =>
  EXEMPT.has(pathname.replace(/(.)\/+$/, '$1')) ||
  EXEMPT_PREFIXES.some((prefix) => pathname.startsWith(prefix))

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
