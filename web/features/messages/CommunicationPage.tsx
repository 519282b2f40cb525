import { useLocation } from 'react-router'

import { paths } from '#contract/paths'
import { Page, PageHeading, Tabs } from '#ui'
import { useAuth } from '#views/auth'
import { PageBoundary } from '#web/page'

const TABS = [
  { to: paths.communication, label: 'Messages' },
  { to: paths.tutor, label: 'Tutor' },
]

/** Messages between people, and learners' conversations with the tutor. */
const CommunicationPage = () => {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const current = pathname === paths.tutor ? paths.tutor : paths.communication
  // On phones, an open conversation needs the space of the heading.
  const isOpen = current !== pathname
  return (
    <Page>
      <PageHeading
        className={isOpen ? 'mb-4 text-3xl max-lg:visually-hidden' : 'mb-4 text-2xl sm:text-3xl'}
        title={current === paths.tutor ? 'Tutor' : 'Messages'}
      >
        Communication
      </PageHeading>
      {user?.role === 'student' ? (
        <Tabs label="Communication" tabs={TABS} current={current}>
          <PageBoundary nested />
        </Tabs>
      ) : (
        <PageBoundary nested />
      )}
    </Page>
  )
}

export default CommunicationPage
