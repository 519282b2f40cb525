import { useInfiniteQuery } from '@tanstack/react-query'

import { type ReportedPerson, ReportOutcome } from '#contract/connections'
import { Card, Chip, LoadMore } from '#ui'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'
import { dateOf } from '#web/format'

import { REASON_WORDS } from './labels.ts'
import { connections } from './queries.ts'

/** Reports about people, for designated safeguarding staff; renders nothing without any. */
export const PersonReports = () => {
  const list = useInfiniteQuery(connections.listPersonReports.pages())
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="people" className="mt-10">
      <h2 id="people" className="text-2xl">
        Reports about people
      </h2>
      <ul className="mt-4 space-y-4">
        {items.map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}

const Report = ({ report }: { report: ReportedPerson }) => (
  <Card aria-labelledby={`report-${report.id}`} className="space-y-3">
    <div className="flex flex-wrap items-center gap-2">
      <h3 id={`report-${report.id}`} className="text-lg">
        <bdi>{report.reporter.name}</bdi> about <bdi>{report.reported.name}</bdi>
      </h3>
      <Chip>{report.reported.role}</Chip>
      {report.closed_at ? <Chip tone="success">Closed</Chip> : <Chip tone="warning">Open</Chip>}
    </div>
    <p className="text-sm text-muted">
      {dateOf(report.created_at)}
      {report.tie ? `. ${report.tie}.` : null}
    </p>
    <p>{REASON_WORDS[report.reason]}</p>
    {report.words ? (
      <blockquote className="rounded-control border-l-3 border-control bg-sunk px-3 py-2 whitespace-pre-line">
        {report.words}
      </blockquote>
    ) : null}
    {report.closed_at ? (
      <p className="whitespace-pre-line">{report.outcome}</p>
    ) : (
      <details>
        <summary className="min-h-6 font-semibold">Close</summary>
        <CloseForm id={report.id} />
      </details>
    )}
  </Card>
)

const CloseForm = ({ id }: { id: string }) => {
  const close = useApiMutation(connections.closePersonReport)
  return (
    <div className="mt-4">
      <ReasonForm
        name="outcome"
        label="Outcome"
        schema={ReportOutcome}
        idPrefix={`close-${id}-`}
        save={(body) => close.mutateAsync({ params: { id }, body })}
        failed="This could not be saved. Please try again."
        action="Save"
        variant="primary"
      />
    </div>
  )
}
