import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { AuditLine } from '#contract/audit'
import { paths } from '#contract/paths'
import { LoadMore, QueryView } from '#ui'
import { dateFormat } from '#web/format'

import { humanize } from './labels.ts'
import { audit } from './queries.ts'

type Asked = NonNullable<Parameters<typeof audit.listAudit.pages>[0]>['query']

const when = (at: string) =>
  dateFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

/** Audit entries, newest first. */
export const AuditLines = ({ asked }: { asked: Asked }) => {
  const list = useInfiniteQuery({
    ...audit.listAudit.pages({ query: { limit: 30, ...asked } }),
    staleTime: 0,
  })
  return (
    <QueryView query={list} what="the log" skeleton="h-64">
      {({ pages }) => {
        const lines = pages.flatMap(({ items }) => items)
        return lines.length === 0 ? (
          <p className="text-muted">Nothing has been logged yet.</p>
        ) : (
          <>
            <ol className="divide-y divide-line rounded-card border border-line bg-surface px-4">
              {lines.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ol>
            <LoadMore list={list} />
          </>
        )
      }}
    </QueryView>
  )
}

const Line = ({ line: { at, action, actor, subject, address, detail } }: { line: AuditLine }) => {
  const more = Object.entries(detail).filter(([, value]) => value !== null && value !== '')
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="font-semibold">{humanize(action)}</span>
          {actor ? (
            <>
              {' '}
              by <Person person={actor} />
            </>
          ) : null}
          {subject && subject.id !== actor?.id ? (
            <>
              {' '}
              for <Person person={subject} />
            </>
          ) : null}
        </span>
        <time dateTime={at} className="text-sm text-muted tabular-nums">
          {when(at)}
        </time>
      </p>
      {more.length > 0 || address ? (
        <p className="text-sm text-muted">
          {more
            .map(([name, value]) => `${humanize(name)}: ${valueInWords(value)}`)
            .concat(address ? [`IP address: ${address}`] : [])
            .join(' · ')}
        </p>
      ) : null}
    </li>
  )
}

const valueInWords = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const Person = ({ person: { id, name } }: { person: NonNullable<AuditLine['actor']> }) => (
  <Link to={paths.adminPerson(id)} className="link">
    <bdi>{name}</bdi>
  </Link>
)
