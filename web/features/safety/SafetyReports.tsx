import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { SafetyReport } from '#contract/safety'
import { Card, Chip, LoadMore, QueryView } from '#ui'
import { dateOf } from '#web/format'

import { ADVICE, CATEGORY, SAY, SEVERITY } from './labels.ts'
import { safety } from './queries.ts'
import { Quoted } from './Quoted.tsx'
import { ReportStates } from './ReportStates.tsx'

const ANCHOR = 'safety'

/** Links target this card, which may render after the page. */
const arrive = (card: HTMLElement | null) => {
  if (window.location.hash === `#${ANCHOR}`) card?.scrollIntoView()
}

/** Safety reports on a child's conversations; renders nothing for guardians without access. */
export const SafetyReports = ({ id, name }: { id: string; name: string }) => {
  const list = useInfiniteQuery(
    safety.listSafetyReports.pages({ params: { id }, query: { limit: 5 } }),
  )
  return (
    <QueryView query={list} what="the safety reports" skeleton="h-32" missing={<></>}>
      {({ pages }) => {
        const reports = pages.flatMap(({ items }) => items)
        return (
          <Card id={ANCHOR} ref={arrive} aria-labelledby="safety-reports" className="scroll-mt-20">
            <h2 id="safety-reports" className="text-xl">
              Safety reports
            </h2>
            {reports.length === 0 ? (
              <p className="mt-2 text-muted">
                Nothing in {name}’s conversations needs you. If something does, it appears here, and
                you get an email.
              </p>
            ) : (
              <ul className="mt-3 divide-y divide-line">
                {reports.map((report) => (
                  <Report key={report.id} report={report} childId={id} />
                ))}
              </ul>
            )}
            <LoadMore list={list} />
          </Card>
        )
      }}
    </QueryView>
  )
}

/** Context of a message between people, on demand. */
const Around = ({ id }: { id: string }) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...safety.openSafetyReport.query({ params: { id } }),
    enabled: isOpen,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 font-semibold">What was written</summary>
      <div className="pt-3">
        {data?.quoted ? <Quoted quoted={data.quoted} /> : null}
        {data && !data.quoted ? <p className="text-muted">The conversation is deleted.</p> : null}
      </div>
    </details>
  )
}

const Report = ({ report, childId }: { report: SafetyReport; childId: string }) => (
  <li className="space-y-3 py-4">
    <p className="flex flex-wrap items-center gap-2">
      <strong>{CATEGORY[report.category]}</strong>
      <Chip tone={SEVERITY[report.severity].tone}>{SEVERITY[report.severity].words}</Chip>
      <span className="text-sm text-muted">{dateOf(report.created_at)}</span>
    </p>
    <blockquote className="rounded-control border-l-3 border-control bg-sunk px-3 py-2 whitespace-pre-line">
      {report.excerpt}
    </blockquote>
    <p className="text-muted">
      {ADVICE[report.category]}{' '}
      {report.conversation_id ? (
        <Link to={paths.childTalk(childId, report.conversation_id)} className="link">
          Read the conversation
        </Link>
      ) : null}
    </p>
    <div>
      <h3 className="text-base">What you could say</h3>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {SAY[report.category].map((sentence) => (
          <li key={sentence}>“{sentence}”</li>
        ))}
      </ul>
    </div>
    {report.conversation_id ? null : <Around id={report.id} />}
    <ReportStates report={report} />
  </li>
)
