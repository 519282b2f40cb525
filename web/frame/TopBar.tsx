import Compass from 'lucide-react/icons/compass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import type { User } from '#contract/accounts'
import { Avatar } from '#ui/avatar'
import { Button, ButtonLink } from '#ui/button'
import { Mark } from '#ui/constellation'
import { toast } from '#ui/toasts'
import { type Auth, useSignOut } from '#views/accounts'
import { useSettings } from '#views/site'
import { paths } from '#web/paths'

const Home = () => {
  const { site_name, logo_url } = useSettings()
  return (
    <Link
      to={paths.home}
      className="mr-auto flex min-h-11 min-w-11 items-center gap-2 rounded-control font-heading text-xl font-bold tracking-tight text-brand no-underline"
    >
      {logo_url ? (
        <img src={logo_url} alt={site_name} className="h-8 w-auto max-w-40" />
      ) : (
        <>
          <Mark className="size-8 max-sm:mx-auto" />
          <span className="max-sm:visually-hidden">{site_name}</span>
        </>
      )}
    </Link>
  )
}

const WORDS = 'max-md:visually-hidden'
const BAR_BUTTON = 'max-md:size-11 max-md:px-0'

const ForSignedIn = ({ user }: { user: User }) => {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const logout = async () => {
    setLeaving(true)
    await signOut(() => navigate(paths.home, { flushSync: true }))
    toast.success('Logged out successfully')
  }
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
      <span aria-hidden="true" className="mx-2 hidden h-6 w-px bg-line md:block" />
      <Link
        to={paths.profile}
        prefetch="intent"
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-medium text-ink no-underline hover:bg-sunk md:px-2"
      >
        <Avatar user={user} className="size-8 text-sm" />
        <span className="max-w-48 truncate max-lg:visually-hidden">
          {user.first_name} {user.last_name}
        </span>
      </Link>
      <Button
        variant="quiet"
        busy={leaving}
        onClick={() => void logout()}
        className={`max-lg:size-11 max-lg:px-0`}
        icon={<LogOut aria-hidden size={20} />}
      >
        <span className="max-lg:visually-hidden">Logout</span>
      </Button>
    </>
  )
}

const ForVisitors = () => (
  <>
    <ButtonLink to={paths.login} variant="quiet">
      Login
    </ButtonLink>
    <ButtonLink to={paths.register}>Sign Up</ButtonLink>
  </>
)

const sideFor = (auth: Auth): ReactNode => {
  if (auth.user) return <ForSignedIn user={auth.user} />
  // Until it is known, the page's HTML assumes a visitor; styles hide that where a session is held.
  return (
    <span className="for-visitors flex gap-1">
      <ForVisitors />
    </span>
  )
}

export const TopBar = ({ auth }: { auth: Auth }) => (
  <header className="no-print sticky top-0 z-40 border-b border-line bg-surface">
    <div className="mx-auto flex h-(--top-bar) items-center gap-1 px-3 md:px-5">
      <Home />
      {sideFor(auth)}
    </div>
  </header>
)
