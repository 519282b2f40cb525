import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { ButtonLink, Page, PageHeading, PageTitle, QueryView, Skeleton } from '#ui'
import { useAuth } from '#views/auth'
import { MilestoneNotice } from '#views/family'

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

const DashboardPage = () => {
  const query = useQuery(dashboard())
  return (
    <Page>
      <QueryView
        query={query}
        loading="Loading your dashboard"
        skeleton={
          <>
            <PageTitle title="Dashboard" />
            <Skeleton className="h-10 w-64" />
            <Skeleton className="mt-6 h-44" />
            <div className="mt-6 grid gap-6 lg:grid-cols-2">
              <Skeleton className="h-56" />
              <Skeleton className="h-56" />
            </div>
          </>
        }
        failed="Your dashboard could not be loaded"
        heading={<PageHeading className="visually-hidden">Dashboard</PageHeading>}
      >
        {(data) => <Loaded dashboard={data} />}
      </QueryView>
    </Page>
  )
}

const Greeting = ({ name }: { name: string }) => (
  <PageHeading title="Dashboard" description="What you have done, and what comes next.">
    Hello, {name}
  </PageHeading>
)

const Loaded = ({ dashboard }: { dashboard: Dashboard }) => {
  const role = useAuth().user?.role ?? 'student'
  const { checklist } = dashboard
  if (role !== 'student' && !checklist.started_quest) {
    return (
      <div className="space-y-6">
        <Greeting name={dashboard.first_name} />
        <AdultWelcome role={role} />
      </div>
    )
  }
  const isNew = !checklist.started_quest || !checklist.submitted_task
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Greeting name={dashboard.first_name} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="secondary" to={paths.portfolio}>
            Your portfolio
          </ButtonLink>
          {dashboard.quests_completed > 0 ? (
            <ButtonLink variant="secondary" to={paths.diploma}>
              Your diploma
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <Suspense fallback={null}>
        <MilestoneNotice />
      </Suspense>
      {role === 'student' ? null : <YourArea role={role} />}
      {isNew ? <Checklist checklist={checklist} /> : null}
      <ContinueCard next={dashboard.next} isNew={isNew} />
      <Added added={dashboard.added} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Week week={dashboard.week} />
        <PillarChart xp={dashboard.xp} questsCompleted={dashboard.quests_completed} />
      </div>
      <ActiveQuests quests={dashboard.active_quests} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <DueSoon quests={dashboard.due_soon} />
          <BadgesNear badges={dashboard.badges_near_completion} />
          <YourRecord />
        </div>
        <Feedback feedback={dashboard.feedback} />
      </div>
      <Recent entries={dashboard.recent} />
    </div>
  )
}

export default DashboardPage
