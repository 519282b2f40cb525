import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import type { CaseloadLearner } from '#contract/advising'
import { Chip } from '#ui/card'
import { LoadMore } from '#ui/load-more'
import { QueryView } from '#ui/query-view'
import { EmptyState, Skeleton } from '#ui/states'
import { ago, number } from '#web/format'
import { paths } from '#web/paths'

import { advising } from './queries.ts'

/** Whom the advisor looks after; those who were active longest ago come first. */
const CaseloadPage = () => {
  const list = useInfiniteQuery(advising.listCaseload.pages())
  return (
    <>
      <p className="mb-8 max-w-text text-lg text-muted">
        Those who have been quiet longest come first. Open a record to see credits, add what was
        learned elsewhere, and issue transcripts.
      </p>
      <QueryView
        query={list}
        loading="Loading your learners"
        skeleton={
          <>
            <Skeleton className="h-24" />
            <Skeleton className="mt-4 h-24" />
          </>
        }
        failed="Your learners could not be loaded"
      >
        {({ pages }) => {
          const learners = pages.flatMap(({ items }) => items)
          return learners.length === 0 ? (
            <EmptyState title="No learners yet">
              The learners whom an admin gives into your care are listed here.
            </EmptyState>
          ) : (
            <>
              <ul className="grid gap-4 md:grid-cols-2">
                {learners.map((learner) => (
                  <LearnerCard key={learner.id} learner={learner} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

const LearnerCard = ({ learner }: { learner: CaseloadLearner }) => {
  const [now] = useState(() => Date.now())
  const { waiting, last_active_at } = learner
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-5 shadow-low">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">
          <Link to={paths.advisedLearner(learner.id)} className="link">
            {learner.first_name} {learner.last_name}
          </Link>
        </h2>
        {waiting > 0 ? (
          <Chip tone="warning">
            {waiting === 1 ? '1 piece to read' : `${waiting} pieces to read`}
          </Chip>
        ) : null}
      </div>
      <p className="text-muted">
        {last_active_at ? `Last hand-in ${ago(last_active_at, now)}` : 'Nothing handed in yet'}
      </p>
      <p className="tabular-nums">
        {number(learner.credits)} of {number(learner.required)} credits, {number(learner.xp)} XP
      </p>
    </li>
  )
}

export default CaseloadPage
