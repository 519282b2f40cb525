import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'

import { paths } from '#contract/paths'
import { Page, PageHeading, Tabs } from '#ui'
import { PageBoundary } from '#web/page'

import { friendsQuery } from './queries.ts'

const TABS = [
  { to: paths.connections, label: 'Friends' },
  { to: paths.friendRequests, label: 'Requests' },
  { to: paths.friendsActivity, label: 'Activity' },
  { to: paths.questGroups, label: 'Groups' },
]

/** The user's connections. */
const ConnectionsPage = () => {
  const { pathname } = useLocation()
  const { data } = useQuery(friendsQuery)
  const waiting = data?.requests_received.filter(({ waits_for }) => waits_for === 'you').length ?? 0
  const current = TABS.find(({ to }) => to === pathname) ?? TABS[0]!
  return (
    <Page>
      <header className="mb-6 space-y-2">
        <PageHeading title={current.to === paths.connections ? 'Connections' : current.label}>
          Connections
        </PageHeading>
        <p className="max-w-text text-lg text-muted">
          People you know, who have agreed to connect with you. Nobody can be found by searching
          here.
        </p>
      </header>
      <Tabs
        label="Connections"
        tabs={TABS.map((tab) =>
          tab.to === paths.friendRequests && waiting > 0
            ? { ...tab, label: `Requests (${waiting})` }
            : tab,
        )}
        current={current.to}
      >
        <PageBoundary nested />
      </Tabs>
    </Page>
  )
}

export default ConnectionsPage
