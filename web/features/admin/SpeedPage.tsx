import { useSuspenseQuery } from '@tanstack/react-query'

import type { Speeds } from '#contract/operations'
import { problemsInWords, timesInWords } from '#rules/speed'
import { Chip, EmptyState } from '#ui'
import { ago, bytes, number } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { speed } from './queries.ts'

const LOOK_AGAIN_MS = 30_000

export const handle = { failed: 'The figures could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [speed])

/** Response times and failures, for sites without monitoring. */
const SpeedPage = () => {
  const query = useSuspenseQuery({ ...speed, refetchInterval: LOOK_AGAIN_MS })
  const speeds = query.data
  return (
    <div className="space-y-8">
      <Summary {...speeds} now={query.dataUpdatedAt} />
      <Calls {...speeds} />
    </div>
  )
}

const Summary = ({
  node,
  since,
  all,
  slow_after_ms,
  memory_bytes,
  connections,
  now,
}: Speeds & { now: number }) => (
  <div className="max-w-text space-y-3">
    <p>
      Counting from {ago(since, now)}, <span className="font-semibold">{node}</span> has answered{' '}
      {number(all.answers)} {all.answers === 1 ? 'request' : 'requests'}. {timesInWords(all)}{' '}
      {problemsInWords(all).join(' ') || 'None failed and none were turned away.'}
    </p>
    <p className="text-muted">
      It uses {bytes(memory_bytes)} of memory and {number(connections.busy)} of{' '}
      {number(connections.most)} database connections
      {connections.waiting > 0 ? `; ${number(connections.waiting)} requests wait for one` : ''}. A
      query counts as slow after {number(slow_after_ms)} ms. If the site runs on several servers,
      each has its own figures.
    </p>
  </div>
)

const Calls = ({ calls }: Speeds) =>
  calls.length === 0 ? (
    <EmptyState title="Nothing yet">There were no requests in this period.</EmptyState>
  ) : (
    <section aria-labelledby="calls">
      <h2 id="calls" className="mb-3 text-xl">
        Where time is spent
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {calls.map((each) => (
          <li key={each.call} className="py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-base">{each.summary ?? 'Pages and files'}</h3>
              {problemsInWords(each).map((trouble) => (
                <Chip key={trouble} tone="warning">
                  {trouble}
                </Chip>
              ))}
            </div>
            <p className="text-sm text-muted">{each.call}</p>
            <p>
              {number(each.answers)} {each.answers === 1 ? 'time' : 'times'}. {timesInWords(each)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )

export default SpeedPage
