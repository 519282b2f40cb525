import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'

import { setSiteName } from '#ui'
import { useAuth } from '#views/auth'
import { applyOffers, settings, useSettings } from '#views/site'
import { applyBrandHue } from '#web/browser'
import { hidesSideBar } from '#web/guards'

import { CatchErrors } from './ErrorScreen.tsx'
import { Footer } from './Footer.tsx'
import { ActingBar, Notices, PolicyNotice, SideBar } from './lazy-components.tsx'
import { navigations } from './navigations.ts'
import { TopBar } from './TopBar.tsx'

const SkipLink = () => (
  <a
    href="#content"
    className="no-print fixed top-1 left-1 z-50 -translate-y-20 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:translate-y-0"
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('content')?.focus()
    }}
  >
    Skip to content
  </a>
)

/** Overlays the space above every page's heading, to avoid a layout shift when the settings load. */
const SampleNotice = () =>
  useSettings().sample_data ? (
    <aside aria-label="Sample data" className="no-print relative z-10 h-0">
      <p className="absolute inset-x-0 top-0 border-b border-line bg-warning-soft px-4 py-0.5 text-center text-sm text-warning">
        Sample data: everyone on this site is fictional.
      </p>
    </aside>
  ) : null

/** Line and spinner below the top bar during navigation (specification §2). */
const NextPageLoads = () => {
  const [isPressed, setPressed] = useState(false)
  useEffect(
    () =>
      navigations.subscribe((isUnderWay) => {
        // Begins with the press, and ends with the drawing of the next page.
        if (isUnderWay) setPressed(true)
        else startTransition(() => setPressed(false))
      }),
    [],
  )
  const isLoading = useNavigation().state !== 'idle'
  return isPressed || isLoading ? (
    <div
      role="status"
      className="next-page pointer-events-none fixed inset-x-0 top-[calc(var(--top-bar)+1.5rem)] z-40 flex justify-center"
    >
      <span className="visually-hidden">Loading</span>
    </div>
  ) : null
}

// Created once, so that the page does not re-render when the user loads.
const page = <Outlet />
const footer = <Footer />
const notices = <Notices />

/** Layout of every page. */
const Frame = () => {
  const auth = useAuth()
  const { pathname } = useLocation()
  const { site_name } = useSettings()
  useEffect(() => setSiteName(site_name), [site_name])
  const { data } = useQuery(settings)
  useEffect(() => {
    if (!data) return
    applyBrandHue(data.brand_hue)
    applyOffers(data)
  }, [data])
  const role = auth.user?.role
  const isBarOnly = hidesSideBar(pathname)
  return (
    <>
      <SkipLink />
      <TopBar auth={auth} />
      <NextPageLoads />
      {auth.user?.acting ? <ActingBar person={auth.user} acting={auth.user.acting} /> : null}
      {auth.user?.policy_changed ? <PolicyNotice /> : null}
      <div className={`flex min-h-[calc(100dvh-var(--top-bar))] ${role ? 'with-side-bar' : ''}`}>
        {role ? <SideBar role={role} isBarOnly={isBarOnly} /> : null}
        <div className="flex min-w-0 grow flex-col">
          <SampleNotice />
          <main id="content" tabIndex={-1} className="grow">
            <CatchErrors page={pathname}>{page}</CatchErrors>
          </main>
          {footer}
        </div>
      </div>
      {notices}
    </>
  )
}

export default Frame
