import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'

import type { User } from '#contract/auth'
import { isStaff, passesGuard } from '#rules/membership'
import { Page, PageHeading } from '#ui'
import { loadAdminsDay, overviewQuery } from '#views/admin'
import { useAuth } from '#views/auth'
import { dashboardQuery, LearnersDay, loadYoungDay, PracticeDue } from '#views/dashboard'
import { MilestoneNotice } from '#views/family'
import { familyQueries, loadFamily } from '#views/parents'
import { useYoungScreen } from '#views/quests'
import { loaderFor, type PageTexts } from '#web/page'

import { ObserversDay, QuestLibrary } from './ObserversDay.tsx'
import { teachersDay } from './queries.ts'

// Loaded with the page of those who need it. Without a fallback of its own: the page appears when all of it is there.
const loadTeachersDay = () => import('./TeachersDay.tsx')
const TeachersDay = lazy(async () => ({ default: (await loadTeachersDay()).TeachersDay }))
const AdminsDay = lazy(async () => ({ default: await loadAdminsDay() }))
const YoungDay = lazy(async () => ({ default: await loadYoungDay() }))
const Family = lazy(async () => ({ default: await loadFamily() }))

export const handle = { failed: 'Your dashboard could not be loaded' } satisfies PageTexts

type Role = User['role']

const isParent = (role: Role) => role === 'parent'
const isManager = (role: Role) => passesGuard('admin', role)
const hasTeachersDay = (role: Role) => isStaff(role) && !isManager(role)

export const clientLoader = loaderFor(({ role }) => {
  if (isParent(role)) {
    void loadFamily()
    return [dashboardQuery(), ...familyQueries]
  }
  if (isManager(role)) {
    void loadAdminsDay()
    return [dashboardQuery(), overviewQuery]
  }
  if (!hasTeachersDay(role)) return [dashboardQuery()]
  void loadTeachersDay()
  return [dashboardQuery(), ...teachersDay]
})

/** First screen of every role: what to do now. Adults' own learning follows their work for others. */
const DashboardPage = () => {
  const { data } = useSuspenseQuery(dashboardQuery())
  const role = useAuth().user?.role ?? 'student'
  const isYoung = useYoungScreen()
  return (
    <Page>
      <div className="space-y-6">
        <PageHeading title="Dashboard" description="What you have done, and what comes next.">
          Hello, {data.first_name}
        </PageHeading>
        <MilestoneNotice />
        {role === 'student' ? <PracticeDue due={data.practice_due} isYoung={isYoung} /> : null}
        {role === 'student' && isYoung ? (
          <YoungDay dashboard={data} />
        ) : role === 'student' ? (
          <LearnersDay dashboard={data} />
        ) : (
          <>
            <AdultsDay role={role} />
            {data.checklist.started_quest ? (
              <>
                <h2 className="border-t border-line pt-6 text-2xl">Your own learning</h2>
                <LearnersDay dashboard={data} />
              </>
            ) : (
              <QuestLibrary />
            )}
          </>
        )}
      </div>
    </Page>
  )
}

const AdultsDay = ({ role }: { role: Role }) => {
  if (isParent(role)) return <Family />
  if (isManager(role)) return <AdminsDay />
  return hasTeachersDay(role) ? <TeachersDay /> : <ObserversDay />
}

export default DashboardPage
