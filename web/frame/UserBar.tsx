import Compass from 'lucide-react/icons/compass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import { Link } from 'react-router'

import type { User } from '#contract/auth'
import { paths } from '#contract/paths'
import { Avatar, ButtonLink, lazyPart } from '#ui'
import { SignOutButton } from '#views/auth'
import { Bell } from '#views/notifications'
import { SearchButton } from '#views/search'
import { withAvatarUrl } from '#web/api'
import { isReady } from '#web/guards'

import { PrefetchRoutes } from './PrefetchRoutes.tsx'

const PAUSE_MS = 500

const Offline = lazyPart(() => import('./Offline.tsx'), 'Offline')
/** Loads live updates once the page is idle. */
const LiveUpdates = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return import('#web/events')
}, 'LiveUpdates')

const WORDS = 'max-md:visually-hidden'
const BAR_BUTTON = 'max-md:size-11 max-md:px-0'

/** Right side of the top bar for signed-in users. */
export const UserBar = ({ user }: { user: User }) => {
  const isOpen = isReady(user)
  return (
    <>
      <ButtonLink
        to={paths.dashboard}
        variant="quiet"
        className={BAR_BUTTON}
        icon={<LayoutDashboard aria-hidden size={20} />}
      >
        <span className={WORDS}>Dashboard</span>
      </ButtonLink>
      <ButtonLink
        to={paths.quests}
        variant="quiet"
        className={BAR_BUTTON}
        icon={<Compass aria-hidden size={20} />}
      >
        <span className={WORDS}>Explore New Quests</span>
      </ButtonLink>
      {isOpen ? (
        <>
          <SearchButton user={user} />
          <Bell />
        </>
      ) : null}
      <span aria-hidden="true" className="mx-2 hidden h-6 w-px bg-line md:block" />
      <Link
        to={paths.profile}
        prefetch="intent"
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-medium text-ink no-underline hover:bg-sunk md:px-2"
      >
        <Avatar user={withAvatarUrl(user)} className="size-8 text-sm" />
        <span className="max-w-48 truncate max-lg:visually-hidden">
          {user.first_name} {user.last_name}
        </span>
      </Link>
      <SignOutButton className="max-lg:size-11 max-lg:px-0" icon={<LogOut aria-hidden size={20} />}>
        <span className="max-lg:visually-hidden">Logout</span>
      </SignOutButton>
      <PrefetchRoutes user={user} />
      {isOpen ? (
        <>
          <LiveUpdates personId={user.id} />
          <Offline />
        </>
      ) : null}
    </>
  )
}
