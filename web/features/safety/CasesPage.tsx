import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'

import type { OpenedReport, SafetyCase } from '#contract/safety'
import {
  Alert,
  Card,
  Chip,
  EmptyState,
  lazyPart,
  LoadMore,
  Page,
  PageHeading,
  QueryView,
} from '#ui'
import { PersonReports } from '#views/connections'
import { Messages } from '#views/tutor'
import { useApiMutation } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { ADVICE, CATEGORY, SEVERITY, STATE } from './labels.ts'
import { safety, safetyCases } from './queries.ts'
import { Quoted } from './Quoted.tsx'
import { ReportStates } from './ReportStates.tsx'

const ReleaseForm = lazyPart(() => import('./ReleaseForm.tsx'), 'ReleaseForm', 'h-40')

export const handle = { failed: 'The safety reports could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [safetyCases])

/** Safety reports sent to a staff member. */
const CasesPage = () => {
  const [search] = useSearchParams()
  const open = search.get('report')
  const list = useSuspenseInfiniteQuery(safetyCases)
  const { pages } = list.data
  const cases = pages.flatMap(({ items }) => items)
  return (
    <Page>
      <PageHeading>Safety reports</PageHeading>
      <p className="mt-2 mb-8 max-w-text text-lg text-muted">
        Things learners wrote to the tutor or to each other that someone should look at. Reports
        come here when there is no guardian, when no guardian has opened them in time, or when they
        may be about someone at home.
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_1fr]">
        {cases.length === 0 ? (
          <EmptyState title="Nothing is waiting for you">
            When a report comes to you, it appears here and you get an email.
          </EmptyState>
        ) : (
          <nav aria-label="Reports">
            <ul className="space-y-3">
              {cases.map((each) => (
                <Case key={each.id} about={each} isOpen={each.id === open} />
              ))}
            </ul>
            <LoadMore list={list} />
          </nav>
        )}
        {open ? (
          <div className="max-lg:order-first">
            <Opened key={open} id={open} />
          </div>
        ) : null}
      </div>
      <PersonReports />
    </Page>
  )
}

const Case = ({ about, isOpen }: { about: SafetyCase; isOpen: boolean }) => (
  <li>
    <Link
      to={`?report=${about.id}`}
      aria-current={isOpen || undefined}
      className="block rounded-card border border-line bg-surface p-4 text-ink no-underline shadow-low hover:border-ink aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft"
    >
      <span className="flex flex-wrap items-center gap-2">
        <strong>{about.learner.name}</strong>
        <Chip tone={SEVERITY[about.severity].tone}>{SEVERITY[about.severity].words}</Chip>
      </span>
      <span className="block">{CATEGORY[about.category]}</span>
      <span className="block text-sm text-muted">
        {dateOf(about.created_at)}, {STATE[about.state].toLowerCase()}
      </span>
    </Link>
  </li>
)

const Opened = ({ id }: { id: string }) => (
  <QueryView
    query={useQuery(safety.openSafetyReport.query({ params: { id } }))}
    what="the report"
    skeleton="h-96"
    missing={
      <EmptyState title="Report not found">
        It may have been deleted, or you may not have access to it.
      </EmptyState>
    }
  >
    {(report) => <Report report={report} />}
  </QueryView>
)

const REOPENS = {
  families: 'They see it again if you mark this as a false alarm; the report stays with you.',
  other_families:
    'If you mark this as a false alarm, the others’ families see it again. The child’s own does once you share the report.',
} satisfies Record<NonNullable<OpenedReport['reopens']>, string>

const Report = ({ report }: { report: OpenedReport }) => {
  const { mutate } = useApiMutation(safety.changeSafetyReport)
  const { id, state } = report
  // Displaying a report counts as reading it: it need not escalate.
  useEffect(() => {
    if (state === 'new') mutate({ params: { id }, body: { state: 'seen' } })
  }, [id, state, mutate])
  return (
    <Card aria-labelledby="report" className="space-y-5">
      <div>
        <h2 id="report" className="text-xl">
          {report.learner.name}: {CATEGORY[report.category].toLowerCase()}
        </h2>
        <p className="mt-1 text-muted">{ADVICE[report.category]}</p>
      </div>
      {report.held_back ? (
        <Alert tone="warning" title="Guardians cannot see this">
          It may be about someone at home. Follow your safeguarding procedure before you speak with
          the family.
          {report.reopens
            ? ` Families see nothing of this conversation from the reported message on. ${REOPENS[report.reopens]}`
            : ''}
        </Alert>
      ) : null}
      {report.quoted ? (
        <Quoted quoted={report.quoted} />
      ) : report.messages.length === 0 ? (
        <blockquote className="rounded-control bg-sunk px-3 py-2 whitespace-pre-line">
          {report.excerpt}
        </blockquote>
      ) : (
        <Messages messages={report.messages} asker={report.learner.name} />
      )}
      <ReportStates report={report} />
      {report.held_back ? (
        <details>
          <summary className="min-h-6 font-semibold">Share with guardians</summary>
          <div className="pt-4">
            {report.releasable ? (
              <ReleaseForm id={id} />
            ) : (
              <p>
                {report.learner.name} isn’t in this conversation, so sharing the report would show
                one guardian what another wrote. Please speak to the people themselves.
              </p>
            )}
          </div>
        </details>
      ) : null}
    </Card>
  )
}

export default CasesPage
