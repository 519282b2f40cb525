import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { healthOf } from '#rules/site-health'
import { Chip, SectionCard } from '#ui'

import { HEALTH_NAMES, HEALTH_TONES } from './labels.ts'
import { overviewQuery } from './queries.ts'
import { SetUp } from './SetUp.tsx'
import { Waiting } from './Waiting.tsx'

/** An admin's day: what is still to be set up, what waits, and what needs attention on the site. */
export const AdminsDay = () => {
  const { data: overview, dataUpdatedAt: now } = useSuspenseQuery(overviewQuery)
  const troubles = healthOf(overview, now).filter(({ state }) => state !== 'good')
  return (
    <>
      <SetUp overview={overview} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Waiting overview={overview} now={now} />
        <SectionCard id="health" title="How the site is doing">
          {troubles.length === 0 ? (
            <p className="mt-1 text-muted">Everything works.</p>
          ) : (
            <ul className="mt-2 divide-y divide-line">
              {troubles.map(({ component, name, state, words }) => (
                <li key={component} className="py-2.5">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                    {name} <Chip tone={HEALTH_TONES[state]}>{HEALTH_NAMES[state]}</Chip>
                  </p>
                  <p className="text-sm text-muted">{words}</p>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-2">
            <Link to={paths.admin} className="link inline-flex min-h-11 items-center">
              Overview
            </Link>
          </p>
        </SectionCard>
      </div>
    </>
  )
}
