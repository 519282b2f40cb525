import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'
import { EmptyState } from '#ui/states'
import { Tabs } from '#ui/tabs'
import { useAuth } from '#views/auth'
import { paths } from '#web/paths'

import { Tutor } from './Tutor.tsx'

const TABS = [{ to: paths.communication, label: 'Tutor' }]

/** Where learners talk: with the tutor, for now. */
const CommunicationPage = () => {
  const { user } = useAuth()
  return (
    <Page>
      <PageHeading className="mb-4 text-2xl sm:text-3xl">Communication</PageHeading>
      {user?.role === 'student' ? (
        <Tabs label="Communication" tabs={TABS} current={paths.communication}>
          <Tutor />
        </Tabs>
      ) : (
        <EmptyState title="The tutor is for learners">
          Messages between people come with one of the next versions.
        </EmptyState>
      )}
    </Page>
  )
}

export default CommunicationPage
