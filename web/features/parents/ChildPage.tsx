import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { NavLink, useParams } from 'react-router'

import type { Child, ParentDashboard } from '#contract/parents'
import { paths } from '#contract/paths'
import type { GuardianScope } from '#rules/access'
import { creditsOfRequired } from '#rules/text/credit-amount'
import { Avatar, ButtonLink, lazyPart, Page, PageHeading, SectionCard } from '#ui'
import { ChildConnections } from '#views/connections'
import { DueSoon, PillarChart, Week } from '#views/dashboard'
import { EarlierList } from '#views/earlier-work'
import { ChildMilestones, NO_SUCH_CHILD, YoungScreenSwitch } from '#views/family'
import { loadLearnerPractice } from '#views/practice'
import { PdfLink } from '#views/transcript'
import { withAvatarUrl } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { ChildBadges } from './ChildBadges.tsx'
import { EvidenceFeed } from './EvidenceFeed.tsx'
import { News } from './News.tsx'
import { NextSteps } from './NextSteps.tsx'
import { childDashboard, family } from './queries.ts'

// Below the fold: loaded in parallel with the page.
const Insights = lazyPart(() => import('./Insights.tsx'), 'Insights', 'mt-3 h-32')
const WeeklySummaries = lazyPart(
  () => import('./WeeklySummaries.tsx'),
  'WeeklySummaries',
  'mt-3 h-40',
)
const AddedEvidence = lazyPart(() => import('./AddedEvidence.tsx'), 'AddedEvidence')
const Calendar = lazyPart(() => import('./Calendar.tsx'), 'Calendar', 'h-96')
const GuardiansCard = lazyPart(() => import('./GuardiansCard.tsx'), 'GuardiansCard', 'h-64')

const SafetyNotice = lazyPart(() => import('#views/safety'), 'SafetyNotice')
const SafetyReports = lazyPart(() => import('#views/safety'), 'SafetyReports', 'h-64')
const ChildTutor = lazyPart(() => import('#views/tutor'), 'ChildTutor', 'h-64')
const ChildConversations = lazyPart(() => import('#views/messages'), 'ChildConversations', 'h-64')

const SignInSection = lazyPart(() => import('#views/sign-in-cards'), 'SignInSection', 'h-40')

const LearnerPractice = lazyPart(loadLearnerPractice, 'LearnerPractice')

const OwnAgreement = lazyPart(() => import('#views/academy'), 'OwnAgreement', 'h-64')

export const handle = {
  failed: 'The dashboard could not be loaded',
  missing: NO_SUCH_CHILD,
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { studentId = '' } }) => [
  childDashboard(studentId),
  family,
])

/** A child's progress, for guardians. */
const ChildPage = () => {
  const { studentId: id = '' } = useParams()
  const { data } = useSuspenseQuery(childDashboard(id))
  const { data: linked } = useQuery(family)
  const children = linked?.children.filter(({ status }) => status === 'active') ?? []
  // Staff are not in the list of guardians.
  const link = children.find((child) => child.id === id)
  return (
    <Page>
      <Siblings siblings={children} />
      <Loaded
        key={data.child.id}
        dashboard={data}
        scopes={link?.scopes ?? []}
        isUnder13={link?.under_13 ?? false}
      />
    </Page>
  )
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

type LoadedProps = {
  dashboard: ParentDashboard
  scopes: readonly GuardianScope[]
  isUnder13: boolean
}

const Loaded = ({ dashboard, scopes, isUnder13 }: LoadedProps) => {
  const { child, credits } = dashboard
  const name = child.first_name
  const mayAdd = scopes.includes('upload')
  return (
    <div className="space-y-6">
      <header className="flex flex-wrap items-center gap-4">
        <Avatar user={withAvatarUrl(child)} className="size-14 text-xl" />
        <div>
          <PageHeading title={name}>{name}</PageHeading>
          {credits.earned < SHOWN_FROM ? null : (
            <p className="text-muted tabular-nums">
              {creditsOfRequired(credits.earned, credits.required)} earned
            </p>
          )}
        </div>
        <div className="ml-auto flex flex-wrap gap-3">
          <ButtonLink variant="secondary" to={paths.communication}>
            Messages with the advisor
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.childConsents(child.id)}>
            What you have agreed to
          </ButtonLink>
          <PdfLink
            href="/api/transcript.pdf"
            query={{ learner_id: child.id, rendering: 'courses' }}
            label="Transcript (PDF)"
          />
        </div>
      </header>
      <Sections />
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
      <SafetyReports id={child.id} name={name} />
      <ChildTutor id={child.id} name={name} />
      <ChildConversations id={child.id} name={name} />
      <ChildConnections id={child.id} name={name} scopes={scopes} />
      <OwnAgreement id={child.id} />
      {isUnder13 && scopes.includes('consent') ? (
        <>
          <YoungScreenSwitch learner={child} />
          <SignInSection learner={child} mayAddAddress />
        </>
      ) : null}
      <GuardiansCard id={child.id} name={name} />
    </div>
  )
}

export default ChildPage
