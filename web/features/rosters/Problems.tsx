import { useInfiniteQuery } from '@tanstack/react-query'

import type { RosterImport } from '#contract/rosters'
import { Chip, LoadMore, QueryView } from '#ui'
import { apiUrl } from '#web/api'
import { number } from '#web/format'

import { rosters } from './queries.ts'

const headingOf = ({ errors, warnings }: RosterImport) =>
  [
    ...(errors > 0 ? [`${number(errors)} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${number(warnings)} ${warnings === 1 ? 'note' : 'notes'}`] : []),
  ].join(', ')

/** Problems by file, line and column, for a school's technician. */
export const Problems = ({ found }: { found: RosterImport }) => {
  const list = useInfiniteQuery(
    rosters.listProblems.pages({ params: { id: found.id }, query: { limit: 50 } }),
  )
  return (
    <section aria-labelledby="roster-problems" className="space-y-3">
      <h3 id="roster-problems" className="text-lg">
        {headingOf(found)}
      </h3>
      <p>
        <a className="link" href={apiUrl(`/api/admin/imports/${found.id}/problems.csv`)} download>
          Download all as a table
        </a>
      </p>
      <QueryView query={list} what="the errors" skeleton="h-40">
        {({ pages }) => (
          <>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {pages
                .flatMap(({ items }) => items)
                .map(({ file, line, column, message, is_error }) => (
                  <li
                    key={`${file} ${line} ${column} ${message}`}
                    className="flex flex-wrap items-baseline gap-x-3 gap-y-1 p-3"
                  >
                    <span className="font-semibold">
                      {found.format === 'simple' ? '' : `${file}.csv, `}line {line}
                    </span>
                    {column ? <code>{column}</code> : null}
                    <span className="grow">{message}</span>
                    <Chip tone={is_error ? 'danger' : 'neutral'}>
                      {is_error ? 'Error' : 'Note'}
                    </Chip>
                  </li>
                ))}
            </ul>
            <LoadMore list={list} />
          </>
        )}
      </QueryView>
    </section>
  )
}
