import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import type { CaseloadLearner } from '#contract/caseload'
import { paths } from '#contract/paths'
import { creditsOfRequired } from '#rules/text/credit-amount'
import { Chip, EmptyState, LoadMore, QueryView, SearchBox } from '#ui'
import { ago, number, shortDay } from '#web/format'

import { Handovers } from './Handovers.tsx'
import { concernInWords, pluralize, waitingInWords } from './labels.ts'
import { caseload } from './queries.ts'
import { Rhythm } from './Rhythm.tsx'

/** The advisor's learners, longest wait for a response first. */
const CaseloadPage = () => {
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const list = useInfiniteQuery({
    ...caseload.listCaseload.pages({ query: { search } }),
    placeholderData: keepPreviousData,
    // Other people change it.
    staleTime: 0,
  })
  return (
    <div className="space-y-6">
      <Handovers />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-text grow basis-72 text-muted">
          Learners who have been waiting longest for you come first, then those who have been
          inactive longest.
        </p>
        <div className="grow basis-72 sm:max-w-80">
          <SearchBox
            id="caseload-search"
            label="Search your learners by name"
            placeholder="Name"
            value={search}
            onSearch={(words) => setAddress(words ? { search: words } : {}, { replace: true })}
          />
        </div>
      </div>
      <QueryView query={list} what="your learners" skeleton="h-68">
        {({ pages }) => {
          const learners = pages.flatMap(({ items }) => items)
          if (learners.length === 0) {
            return search ? (
              <EmptyState title="No matches">None of your learners has this name.</EmptyState>
            ) : (
              <EmptyState title="No learners yet">
                When an admin assigns learners to you, they appear here.
              </EmptyState>
            )
          }
          return (
            <>
              <ul className="grid gap-4 lg:grid-cols-2">
                {learners.map((learner) => (
                  <LearnerCard key={learner.id} learner={learner} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const LearnerCard = ({ learner }: { learner: CaseloadLearner }) => {
  const [now] = useState(() => Date.now())
  const { last_active_at, returned, waiting_since, on_break, concerns } = learner
  const waits = waitingInWords(learner)
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-low">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg">
            <Link to={paths.advisedLearner(learner.id)} className="link">
              {learner.first_name} {learner.last_name}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            {last_active_at ? `Last hand-in ${ago(last_active_at, now)}` : 'Nothing handed in yet'}
          </p>
        </div>
        <Rhythm weeks={learner.weeks} />
      </div>
      <div className="flex flex-wrap gap-2">
        {waits && waiting_since ? (
          <Chip tone="warning">
            {waits}, oldest {ago(waiting_since, now)}
          </Chip>
        ) : null}
        {returned > 0 ? (
          <Chip>{pluralize(returned, 'piece', 'pieces')} back with the learner</Chip>
        ) : null}
        {on_break ? (
          <Chip>
            {on_break.label}, until {shortDay(on_break.to)}
          </Chip>
        ) : null}
      </div>
      {concerns.map((concern) => (
        <p key={concern.kind}>{concernInWords(concern)}.</p>
      ))}
      <p className="mt-auto text-sm text-muted tabular-nums">
        {creditsOfRequired(learner.credits, learner.required)}, {number(learner.xp)} XP
      </p>
    </li>
  )
}

export default CaseloadPage
