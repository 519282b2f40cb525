import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink, useParams } from 'react-router'

import type { Child, ParentDashboard } from '#contract/parents'
import { paths } from '#contract/paths'
import type { GuardianScope } from '#rules/access'
import { creditsOfRequired } from '#rules/text/credit-amount'
import { Avatar, ButtonLink, lazyPart, Page, PageHeading, SectionCard } from '#ui'
import { DueSoon, PillarChart, Week } from '#views/dashboard'
import { EarlierList } from '#views/earlier-work'
import { ChildMilestones, NO_SUCH_CHILD } from '#views/family'
import { loadLearnerPractice } from '#views/practice'
import { SafetyNotice } from '#views/safety'
import { PdfLink } from '#views/transcript'
import { useAnswered, withAvatarUrl } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { ChildBadges } from './ChildBadges.tsx'
import { ChildOversight } from './ChildOversight.tsx'
import { EvidenceFeed } from './EvidenceFeed.tsx'
import { News } from './News.tsx'
import { NextSteps } from './NextSteps.tsx'
import { childDashboard, childNews, family, familyNotices } from './queries.ts'

// Below the fold: loaded in parallel with the page.
const Insights = lazyPart(() => import('./Insights.tsx'), 'Insights', 'mt-3 h-32')
const WeeklySummaries = lazyPart(
  () => import('./WeeklySummaries.tsx'),
  'WeeklySummaries',
  'mt-3 h-40',
)
const AddedEvidence = lazyPart(() => import('./AddedEvidence.tsx'), 'AddedEvidence')
const Calendar = lazyPart(() => import('./Calendar.tsx'), 'Calendar', 'h-96')

const LearnerPractice = lazyPart(loadLearnerPractice, 'LearnerPractice')

export const handle = {
  failed: 'The dashboard could not be loaded',
  missing: NO_SUCH_CHILD,
} satisfies PageTexts

const noticesAbout = (id: string) => [...familyNotices, childNews(id)]

export const clientLoader = loaderFor(({ params: { studentId = '' } }) => [
  childDashboard(studentId),
  family,
  ...noticesAbout(studentId),
])

/** A child's progress, for guardians; without the scope to see the work, what their other scopes open. */
const ChildPage = () => {
  const { studentId: id = '' } = useParams()
  const { data } = useSuspenseQuery(family)
  const children = data.children.filter(({ status }) => status === 'active')
  // Staff are not in the list of guardians.
  const link = children.find((child) => child.id === id)
  return (
    <Page>
      <Siblings siblings={children} />
      {link && !link.scopes.includes('view') ? (
        <WithoutWork key={id} child={link} />
      ) : (
        <WithWork key={id} id={id} link={link} />
      )}
    </Page>
  )
}

const WithoutWork = ({ child }: { child: Child }) => {
  const areNoticesKnown = useAnswered(familyNotices)
  return (
    <div className="space-y-6">
      <Header child={child}>
        {child.scopes.includes('consent') ? <ConsentsLink id={child.id} /> : null}
      </Header>
      {areNoticesKnown ? (
        <>
          <SafetyNotice />
          <p className="text-muted">Your access does not include {child.first_name}’s work.</p>
          <ChildOversight
            child={child}
            scopes={child.scopes}
            isUnder13={child.under_13}
            seesLog={false}
          />
        </>
      ) : null}
    </div>
  )
}

const WithWork = ({ id, link }: { id: string; link: Child | undefined }) => {
  const { data } = useSuspenseQuery(childDashboard(id))
  return <Loaded dashboard={data} scopes={link?.scopes ?? []} isUnder13={link?.under_13 ?? false} />
}

/** Links to siblings; renders nothing for an only child. */
const Siblings = ({ siblings }: { siblings: readonly Child[] }) =>
  siblings.length < 2 ? null : (
    <nav aria-label="Your children" className="no-print mb-6">
      <ul className="flex flex-wrap gap-2">
        {siblings.map((child) => (
          <li key={child.id}>
            <NavLink
              to={paths.child(child.id)}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface py-1 pr-4 pl-1.5 font-medium text-ink no-underline hover:border-ink aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-strong"
            >
              <Avatar user={withAvatarUrl(child)} />
              {child.first_name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )

/** Credits. Less says nothing to a family. */
const SHOWN_FROM = 0.25

const SECTIONS = [
  { id: 'this-week', label: 'The week' },
  { id: 'evidence', label: 'Work' },
  { id: 'active-quests', label: 'Next' },
  { id: 'insights', label: 'What stands out' },
  { id: 'calendar', label: 'Calendar' },
  { id: 'safety', label: 'Safety' },
  { id: 'connections', label: 'Connections' },
  { id: 'guardians', label: 'Who looks after' },
]

/** Links to the parts of the page, which is long. */
const Sections = () => (
  <nav aria-label="On this page" className="no-print -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
    <ul className="flex gap-2 max-sm:w-max sm:flex-wrap">
      {SECTIONS.map(({ id, label }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium text-ink no-underline hover:border-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

type HeaderProps = { child: ParentDashboard['child']; about?: ReactNode; children?: ReactNode }

const Header = ({ child, about, children }: HeaderProps) => (
  <header className="flex flex-wrap items-center gap-4">
    <Avatar user={withAvatarUrl(child)} className="size-14 text-xl" />
    <div>
      <PageHeading title={child.first_name}>{child.first_name}</PageHeading>
      {about}
    </div>
    <div className="ml-auto flex flex-wrap gap-3">
      <ButtonLink variant="secondary" to={paths.communication}>
        Messages with the advisor
      </ButtonLink>
      {children}
    </div>
  </header>
)

const ConsentsLink = ({ id }: { id: string }) => (
  <ButtonLink variant="secondary" to={paths.childConsents(id)}>
    What you have agreed to
  </ButtonLink>
)

type LoadedProps = {
  dashboard: ParentDashboard
  scopes: readonly GuardianScope[]
  isUnder13: boolean
}

const Loaded = (props: LoadedProps) => {
  const { child, credits } = props.dashboard
  const areNoticesKnown = useAnswered(noticesAbout(child.id))
  return (
    <div className="space-y-6">
      <Header
        child={child}
        about={
          credits.earned < SHOWN_FROM ? null : (
            <p className="text-muted tabular-nums">
              {creditsOfRequired(credits.earned, credits.required)} earned
            </p>
          )
        }
      >
        <ConsentsLink id={child.id} />
        <PdfLink
          href="/api/transcript.pdf"
          query={{ learner_id: child.id, rendering: 'courses' }}
          label="Transcript (PDF)"
        />
      </Header>
      <Sections />
      {areNoticesKnown ? <Parts {...props} /> : null}
    </div>
  )
}

const Parts = ({ dashboard, scopes, isUnder13 }: LoadedProps) => {
  const { child } = dashboard
  const name = child.first_name
  const mayAdd = scopes.includes('upload')
  return (
    <>
      <SafetyNotice />
      <ChildMilestones />
      <News id={child.id} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Week week={dashboard.week} />
        <PillarChart xp={dashboard.xp} questsCompleted={dashboard.quests_completed} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <NextSteps
            quests={dashboard.active_quests}
            childId={child.id}
            name={name}
            mayAdd={mayAdd}
          />
          {mayAdd ? <AddedEvidence childId={child.id} name={name} /> : null}
          <DueSoon
            quests={dashboard.due_soon}
            link={{ to: paths.plan(child.id), label: 'The plan' }}
          />
          <SectionCard id="insights" title="What stands out">
            <Insights id={child.id} name={name} />
          </SectionCard>
          <SectionCard id="weeks" title="The last twelve weeks">
            <WeeklySummaries id={child.id} />
          </SectionCard>
          <LearnerPractice learnerId={child.id} />
          <ChildBadges badges={dashboard.badges} />
          <EarlierList learnerId={child.id} heading="From other sites" />
        </div>
        <EvidenceFeed
          childId={child.id}
          evidence={dashboard.evidence}
          name={name}
          mayComment={scopes.includes('view')}
        />
      </div>
      <Calendar id={child.id} />
      <ChildOversight child={child} scopes={scopes} isUnder13={isUnder13} seesLog />
    </>
  )
}

export default ChildPage
