import { type ReactNode } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, Mark } from '#ui'
import type { Auth } from '#views/auth'
import { useSettings } from '#views/site'
import { apiUrl } from '#web/api'

import { UserBar } from './lazy-components.tsx'

const Home = () => {
  const { site_name, logo_url } = useSettings()
  return (
    <Link
      to={paths.home}
      className="mr-auto flex min-h-11 min-w-11 items-center gap-2 rounded-control font-heading text-xl font-bold tracking-tight text-brand no-underline"
    >
      {logo_url ? (
        <img src={apiUrl(logo_url)} alt={site_name} className="h-8 w-auto max-w-40" />
      ) : (
        <>
          <Mark className="size-8 max-sm:mx-auto" />
          <span className="max-sm:visually-hidden">{site_name}</span>
        </>
      )}
    </Link>
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
  if (auth.user) {
    return <UserBar user={auth.user} />
  }
  // Until the session is known, the HTML assumes a visitor; CSS hides that if a session exists.
  return (
    <span className="for-visitors flex gap-1">
      <ForVisitors />
    </span>
  )
}

export const TopBar = ({ auth }: { auth: Auth }) => (
  <header className="no-print sticky top-0 z-40 border-b border-line bg-surface">
    <div className="mx-auto flex h-(--top-bar) items-center gap-1 px-3 max-[22.4rem]:gap-0 max-[22.4rem]:px-1.5 md:px-5">
      <Home />
      {sideFor(auth)}
    </div>
  </header>
)
