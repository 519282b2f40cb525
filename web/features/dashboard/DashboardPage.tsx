import { useSuspenseQuery } from '@tanstack/react-query'

import { paths } from '#contract/paths'
import { ButtonLink, Page, PageHeading } from '#ui'
import { useAuth } from '#views/auth'
import { MilestoneNotice } from '#views/family'
import { loads, type PageWords } from '#web/page'

import { ActiveQuests } from './ActiveQuests.tsx'
import { BadgesNear } from './BadgesNear.tsx'
import { Checklist } from './Checklist.tsx'
import { ContinueCard } from './ContinueCard.tsx'
import { Added, DueSoon, Feedback, Recent } from './Lists.tsx'
import { PillarChart } from './PillarChart.tsx'
import { dashboard } from './queries.ts'
import { Week } from './Week.tsx'
import { AdultWelcome, YourArea } from './YourArea.tsx'
import { YourRecord } from './YourRecord.tsx'

export const handle = { failed: 'Your dashboard could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [dashboard()])

const DashboardPage = () => {
  const { data } = useSuspenseQuery(dashboard())
  const role = useAuth().user?.role ?? 'student'
  const { checklist } = data
  if (role !== 'student' && !checklist.started_quest) {
    return (
      <Page>
        <div className="space-y-6">
          <Greeting name={data.first_name} />
          <AdultWelcome role={role} />
        </div>
      </Page>
    )
  }
  const isNew = !checklist.started_quest || !checklist.submitted_task
  return (
    <Page>
      <div className="space-y-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Greeting name={data.first_name} />
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="secondary" to={paths.portfolio}>
              Your portfolio
            </ButtonLink>
            {data.quests_completed > 0 ? (
              <ButtonLink variant="secondary" to={paths.diploma}>
                Your diploma
              </ButtonLink>
            ) : null}
          </div>
        </div>
        <MilestoneNotice />
        {role === 'student' ? null : <YourArea role={role} />}
        {isNew ? <Checklist checklist={checklist} /> : null}
        <ContinueCard next={data.next} isNew={isNew} />
        <Added added={data.added} />
        <div className="grid gap-6 lg:grid-cols-2">
          <Week week={data.week} />
          <PillarChart xp={data.xp} questsCompleted={data.quests_completed} />
        </div>
        <ActiveQuests quests={data.active_quests} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="space-y-6">
            <DueSoon quests={data.due_soon} />
            <BadgesNear badges={data.badges_near_completion} />
            <YourRecord />
          </div>
          <Feedback feedback={data.feedback} />
        </div>
        <Recent entries={data.recent} />
      </div>
    </Page>
  )
}

const Greeting = ({ name }: { name: string }) => (
  <PageHeading title="Dashboard" description="What you have done, and what comes next.">
    Hello, {name}
  </PageHeading>
)

export default DashboardPage
