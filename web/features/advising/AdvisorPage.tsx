import UsersRound from 'lucide-react/icons/users-round'
import { Outlet, useLocation } from 'react-router'

import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'
import { Tabs } from '#ui/tabs'
import { paths } from '#web/paths'

const TABS = [
  {
    to: paths.caseload,
    label: 'Learners',
    heading: 'Your learners',
    icon: <UsersRound aria-hidden size={18} />,
  },
] as const

/** What an advisor works on, each part under a tab of its own. */
const AdvisorPage = () => {
  const { pathname } = useLocation()
  const current = TABS.findLast(({ to }) => pathname.startsWith(to)) ?? TABS[0]
  return (
    <Page>
      <PageHeading className="mb-4 text-2xl sm:text-3xl">{current.heading}</PageHeading>
      <Tabs label="Advising" tabs={TABS} current={current.to}>
        <Outlet />
      </Tabs>
    </Page>
  )
}

export default AdvisorPage
