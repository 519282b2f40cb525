import { lazy } from 'react'

import { session } from '#web/api'

// Parts of the frame that a visitor's first page does without. Where a session is held they are fetched at once.
const userBar = () => import('./UserBar.tsx')
const sideBar = () => import('./SideBar.tsx')
if (typeof window !== 'undefined' && session.isHeld()) {
  void userBar()
  void sideBar()
}

export const UserBar = lazy(async () => ({ default: (await userBar()).UserBar }))
export const SideBar = lazy(async () => ({ default: (await sideBar()).SideBar }))
export const Toasts = lazy(async () => ({ default: (await import('#ui/toasts')).Toasts }))
