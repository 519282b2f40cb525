import { lazyPart } from '#ui'
import { firstInteraction } from '#web/browser'
import { session } from '#web/session'

// Parts of the frame that a visitor's first page does not need. With a session, they load immediately.
const userBar = () => import('./UserBar.tsx')
const sideBar = () => import('./SideBar.tsx')
if (typeof window !== 'undefined' && session.hasSession()) {
  void userBar()
  void sideBar()
}

export const UserBar = lazyPart(userBar, 'UserBar')
export const SideBar = lazyPart(sideBar, 'SideBar', ({ isBarOnly }) =>
  isBarOnly ? null : <div className="w-(--side-bar) shrink-0 max-md:hidden" />,
)
export const ActingBar = lazyPart(() => import('./ActingBar.tsx'), 'ActingBar')
export const PolicyNotice = lazyPart(() => import('./PolicyNotice.tsx'), 'PolicyNotice')
/** Visitors get no toast before an action, except one left by the previous page. */
const nothingToSay = () => {
  try {
    return !session.hasSession() && sessionStorage.getItem('toast') === null
  } catch {
    return false
  }
}
export const Notices = lazyPart(async () => {
  if (nothingToSay()) await firstInteraction
  return import('./Notices.tsx')
}, 'Notices')
