import Compass from 'lucide-react/icons/compass'
import Medal from 'lucide-react/icons/medal'
import Route from 'lucide-react/icons/route'
import { Link, useLocation } from 'react-router'

import { paths } from '#contract/paths'
import { Page, PageHeading, Tabs } from '#ui'
import { useAuth } from '#views/auth'
import { mayEnter } from '#web/guards'
import { PageBoundary } from '#web/page'

const TABS = [
  { to: paths.quests, label: 'Quests', icon: <Compass aria-hidden size={18} /> },
  { to: paths.pathways, label: 'Pathways', icon: <Route aria-hidden size={18} /> },
  { to: paths.badges, label: 'Badges', icon: <Medal aria-hidden size={18} /> },
]

const TITLES: Record<string, string> = { [paths.badges]: 'Badges', [paths.pathways]: 'Pathways' }

/** Layout of the hub: quests, pathways and badges. */
const HubPage = () => {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const current = TABS.find(({ to }) => pathname.startsWith(to))?.to ?? paths.quests
  return (
    <Page>
      <header className="mb-6 space-y-2">
        <PageHeading
          title={TITLES[current] ?? 'Explore New Quests'}
          description="Quests to explore, and the ones you have started."
        >
          Explore New Quests
        </PageHeading>
        <p className="max-w-text text-lg text-muted max-sm:hidden">
          Real things to do, make and find out, and the badges you can earn. Pick one you would like
          to tell someone about.
        </p>
        {user && mayEnter(paths.authoredQuests, user) ? (
          <p>
            <Link to={paths.authoredQuests} className="link">
              Quests you write
            </Link>
          </p>
        ) : null}
      </header>
      <Tabs label="Hub" tabs={TABS} current={current}>
        <PageBoundary nested />
      </Tabs>
    </Page>
  )
}

export default HubPage
